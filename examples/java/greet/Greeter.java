package greet;

import java.util.List;

/** Says hello. */
public final class Greeter {
    public static String greet(List<String> names) {
        if (names.isEmpty()) return "hello";
        return "hello, "+String.join(", ",names);
    }
}
