// Looks at the page as a person with a keyboard or a screen reader would, and returns what browsertest.go checks.
(() => {
  const all = (selector) => [...document.querySelectorAll(selector)];
  const brief = (e) => e.outerHTML.slice(0, 120);
  all("details").forEach((d) => { d.open = true; });

  const channels = (text) => (text.match(/[\d.]+/g) || []).map(Number);
  const luminance = ([r, g, b]) => {
    const [x, y, z] = [r, g, b].map((c) => c / 255).map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4));
    return 0.2126 * x + 0.7152 * y + 0.0722 * z;
  };
  const behind = (e) => {
    for (; e; e = e.parentElement) {
      const c = channels(getComputedStyle(e).backgroundColor);
      if (c.length === 3 || c[3] === 1) return c;
    }
    return [255, 255, 255];
  };
  // WCAG 2, success criterion 1.4.3: 4.5 to 1.
  const contrast = all("body *").filter((e) => [...e.childNodes].some((n) => n.nodeType === 3 && n.data.trim())).map((e) => {
    const [a, b] = [luminance(channels(getComputedStyle(e).color)), luminance(behind(e))].sort((x, y) => y - x);
    return [(a + 0.05) / (b + 0.05), e];
  }).filter(([ratio]) => !(ratio >= 4.5)).map(([ratio, e]) => ratio.toFixed(2) + " " + brief(e));

  const ids = all("[id]").map((e) => e.id);
  const bad = [
    ...all("body *").filter((e) => [...e.attributes].some((a) => a.name.startsWith("on") || ["style", "src", "srcset", "action", "data"].includes(a.name))),
    ...all("base, iframe, object, embed, form, link, svg, video, audio, input, button, template"),
    ...all("meta[http-equiv]").filter((e) => e.httpEquiv !== "Content-Security-Policy"),
    ...all("details").filter((e) => e.firstElementChild?.tagName !== "SUMMARY" || !e.firstElementChild.textContent.trim()),
    ...all("[role=region], nav").filter((e) => !e.getAttribute("aria-label")),
    ...all("[aria-labelledby]").filter((e) => !document.getElementById(e.getAttribute("aria-labelledby"))?.textContent.trim()),
    ...all("[tabindex]").filter((e) => e.tabIndex > 0),
    // What can be scrolled to the side can be reached by the keyboard.
    ...all("body *").filter((e) => e.scrollWidth > e.clientWidth + 1 && getComputedStyle(e).overflowX === "auto" && e.tabIndex < 0),
    ...all("h1, h2, h3, h4, h5, a, summary, caption").filter((e) => !e.textContent.trim()),
    ...all("li").filter((e) => e.parentElement.tagName !== "UL"),
  ].map(brief);
  if (new Set(ids).size !== ids.length) bad.push("an id twice: " + ids.filter((id, i) => ids.indexOf(id) !== i));

  return {
    Title: document.title,
    Lang: document.documentElement.lang,
    Text: document.body.innerText,
    Headings: all("h1, h2, h3, h4, h5, h6").map((e) => Number(e.tagName[1])),
    Landmarks: all("body > header, main, nav, body > footer").map((e) => e.tagName.toLowerCase()).sort(),
    Styled: getComputedStyle(document.body).maxWidth === "1216px" && document.styleSheets.length === 1,
    Scripts: document.scripts.length,
    Images: document.images.length,
    Links: all("a").filter((a) => !/^#/.test(a.getAttribute("href")) || !document.getElementById(a.hash.slice(1))).map(brief),
    Tables: all("table").filter((t) => !t.caption?.textContent.trim() || [...t.querySelectorAll("th")].some((h) => !h.scope)).map(brief),
    Bad: bad,
    Contrast: contrast.slice(0, 20),
    Wider: document.documentElement.scrollWidth > document.documentElement.clientWidth,
    FirstFocus: document.querySelector("a, summary, [tabindex]").getAttribute("href"),
  };
})();
