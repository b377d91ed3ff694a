let greeting: string = "hello 👋"; if (greeting == "é") { console.log("x" + greeting) }
export { greeting };
