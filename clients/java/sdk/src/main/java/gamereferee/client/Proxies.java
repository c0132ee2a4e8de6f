package gamereferee.client;

import com.google.common.net.InetAddresses;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.net.Proxy;
import java.net.ProxySelector;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Locale;

/**
 * Proxies on the way to a referee. One on this machine is called without; to any other gRPC goes as
 * Java's proxy settings say, such as the property {@code https.proxyHost}, and the proxy is named,
 * since gRPC's own error names the referee alone. Variables such as {@code http_proxy} are read by
 * neither.
 */
final class Proxies {
  private Proxies() {}

  /**
   * Whether an address is one of this machine's own.
   *
   * @param target {@code unix:/path} or {@code HOST:PORT}
   */
  static boolean isLocal(String target) {
    if (target.startsWith("unix:")) {
      return true;
    }
    String host = host(target);
    if (host.equals("localhost") || host.endsWith(".localhost")) {
      return true;
    }
    if (!InetAddresses.isInetAddress(host)) {
      return false;
    }
    // An IPv4 address in the form of IPv6 comes out as one of IPv4.
    InetAddress address = InetAddresses.forString(host);
    return address.isLoopbackAddress() || address.isAnyLocalAddress();
  }

  /**
   * Through which proxy gRPC calls an address, in words; empty if through none.
   *
   * @param target {@code unix:/path} or {@code HOST:PORT}
   * @param selector what Java asks for the proxy of an address; null if there is none
   */
  static String note(String target, ProxySelector selector) {
    if (selector == null || isLocal(target)) {
      return "";
    }
    int colon = target.lastIndexOf(':');
    List<Proxy> proxies;
    try {
      int port = Integer.parseInt(target.substring(colon + 1));
      proxies = selector.select(new URI("https", null, host(target), port, null, null, null));
    } catch (URISyntaxException | IllegalArgumentException error) {
      return ""; // gRPC finds none then, either
    }
    if (proxies.isEmpty() || !(proxies.get(0).address() instanceof InetSocketAddress proxy)) {
      return "";
    }
    return "through the proxy %s:%s, by Java's proxy settings (https.proxyHost);"
            .formatted(proxy.getHostString(), proxy.getPort())
        + " http.nonProxyHosts makes exceptions";
  }

  private static String host(String target) {
    String host = target.substring(0, target.lastIndexOf(':')).toLowerCase(Locale.ROOT);
    return host.startsWith("[") ? host.substring(1, host.length() - 1) : host;
  }
}
