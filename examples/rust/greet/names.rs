// é
pub fn first(names: &Vec<String>) -> Option<&String> {
    let found = names.iter().next();
    match found { Some(name) => Some(name), None => None }
}
