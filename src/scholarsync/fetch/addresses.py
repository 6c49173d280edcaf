"""Which IP addresses a URL from settings or pages may lead to.

A page may name any host, and a name may resolve to anything: to this machine, to its
private network, to a cloud's metadata service.  Whatever is not plainly an address of the
public Internet is refused, also when it is wrapped in another notation.
"""

from __future__ import annotations

from ipaddress import IPv4Address, IPv6Address, ip_address, ip_network

NAT64 = ip_network("64:ff9b::/96")
COMPATIBLE = ip_network("::/96")
GLOBAL_UNICAST = ip_network("2000::/3")
"""All that has been given out of IPv6 so far; the rest is special."""
ODD = tuple(map(ip_network, ("192.0.0.0/24", "168.63.129.16/32", "0.0.0.0/8")))
"""Public by their number, private by their use: protocol assignments and metadata services of clouds."""


def is_public(text: str) -> bool:
    """Whether an address, as the resolver writes it, is one of the public Internet."""
    try:
        address = ip_address(text.partition("%")[0])
    except ValueError:
        return False
    if isinstance(address, IPv4Address):
        return _is_public_v4(address)
    inner = _wrapped(address)
    if inner is not None:
        return _is_public_v4(inner)
    return address in GLOBAL_UNICAST and address.is_global and not address.is_multicast


def _is_public_v4(address: IPv4Address) -> bool:
    special = address.is_multicast or address.is_reserved or any(address in net for net in ODD)
    return address.is_global and not special


def _wrapped(address: IPv6Address) -> IPv4Address | None:
    """The IPv4 address that an IPv6 address only carries: mapped, compatible, NAT64, 6to4, Teredo."""
    if address.ipv4_mapped is not None:
        return address.ipv4_mapped
    if address.sixtofour is not None:
        return address.sixtofour
    if address.teredo is not None:
        return address.teredo[1]
    if address in NAT64 or address in COMPATIBLE:
        return IPv4Address(int(address) & 0xFFFFFFFF)
    return None
