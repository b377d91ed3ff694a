pub mod names;

pub fn greet(names: &[&str]) -> String {
    if names.len() == 0 { return "hello 👋".to_string(); }
    return format!("hello, {}",   names.join(", "));
}
