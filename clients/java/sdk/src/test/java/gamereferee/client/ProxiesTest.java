package gamereferee.client;

import static org.junit.jupiter.api.Assertions.assertEquals;
import static org.junit.jupiter.api.Assertions.assertFalse;
import static org.junit.jupiter.api.Assertions.assertThrows;
import static org.junit.jupiter.api.Assertions.assertTrue;

import gamereferee.client.RefereeClientException.UnreachableException;
import java.io.IOException;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.SocketAddress;
import java.net.URI;
import java.time.Duration;
import java.util.List;
import org.junit.jupiter.api.Test;

/** Duty 33: no proxy on the way to this machine, and the name of any other. */
class ProxiesTest {
  /** Sends everything through one proxy, this machine's own addresses as well. */
  private static final class Everywhere extends ProxySelector {
    @Override
    public List<Proxy> select(URI uri) {
      assertEquals("https", uri.getScheme());
      return List.of(
          new Proxy(Proxy.Type.HTTP, InetSocketAddress.createUnresolved("proxy.example", 3128)));
    }

    @Override
    public void connectFailed(URI uri, SocketAddress address, IOException error) {}
  }

  private static final List<String> LOCAL =
      List.of(
          "unix:/r.sock",
          "localhost:50051",
          "LocalHost:1",
          "referee.localhost:1",
          "127.0.0.1:50051",
          "127.3.2.1:1",
          "[::1]:50051",
          "[::ffff:127.0.0.1]:1",
          "0.0.0.0:1");

  @Test
  void knowsAddressesOfThisMachine() {
    LOCAL.forEach(target -> assertTrue(Proxies.isLocal(target), target));
    for (String target :
        List.of("referee.example:1", "127.0.0.1.example:1", "128.0.0.1:1", "[2001:db8::1]:1")) {
      assertFalse(Proxies.isLocal(target), target);
    }
  }

  @Test
  void namesNoProxyForThisMachine() {
    LOCAL.forEach(target -> assertEquals("", Proxies.note(target, new Everywhere()), target));
  }

  @Test
  void namesTheProxyForOtherAddresses() {
    assertEquals(
        "through the proxy proxy.example:3128, by Java's proxy settings (https.proxyHost);"
            + " http.nonProxyHosts makes exceptions",
        Proxies.note("referee.example:50051", new Everywhere()));
    assertEquals("", Proxies.note("referee.example:50051", null));
  }

  @Test
  void namesTheProxyInTheErrorIfNoRefereeIsReached() {
    var patience = new Retry.Patience("there:1", "through the proxy p:1", Duration.ZERO, () -> 0);
    var thrown = assertThrows(UnreachableException.class, () -> patience.delay(0, "refused"));
    assertEquals(
        "no referee at there:1 for 0 s; the last attempt: refused;"
            + " it is called through the proxy p:1",
        thrown.getMessage());
  }
}
