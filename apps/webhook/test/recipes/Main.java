import java.nio.charset.StandardCharsets;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Scanner;

/** Calls the recipes with each request that is given, and prints which of them they take. */
final class Main {
  /** The secret, the key, and four lines for each request: id, timestamp, signatures and body. */
  public static void main(String[] arguments) throws Exception {
    Scanner lines = new Scanner(System.in, StandardCharsets.UTF_8);
    String secret = lines.nextLine();
    String key = lines.nextLine();
    while (lines.hasNextLine()) {
      String[] request = {lines.nextLine(), lines.nextLine(), lines.nextLine(), lines.nextLine()};
      System.out.println(bySecret(secret, request) + " " + byKey(key, request));
    }
  }

  private static boolean bySecret(String secret, String[] request) {
    Map<String, List<String>> headers = new HashMap<>();
    headers.put("webhook-id", List.of(request[0]));
    headers.put("webhook-timestamp", List.of(request[1]));
    headers.put("webhook-signature", List.of(request[2]));
    try {
      Hooks.verify(secret, request[3], headers);
      return true;
    } catch (Exception refused) {
      return false;
    }
  }

  private static boolean byKey(String key, String[] request) throws Exception {
    return SignedByKey.verify(SignedByKey.keyOf(key), request[0], request[1], request[2], request[3]);
  }
}
