var greeting = "hello 👋"; let name = "é"
	if (!!name) { console.log(greeting+name) }
export { greeting };
