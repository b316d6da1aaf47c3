"""A small shop: the demonstration file of Augur."""

import requests

PRICES = {"apple": 3, "pear": 4, "melon": 12}


def total(items, discount=0.0):
    """What a basket costs.

    >>> total(["apple", "apple", "melon"], 0.5)
    9.0
    """
    counts = {}
    for item in items:
        counts[item] = counts.get(item, 0) + 1
    cost = sum(PRICES[item] * n for item, n in counts.items())
    if len(items) >= 3:
        cost *= 1 - discount
    return cost


def receipt(items):
    """
    >>> receipt(["pear", "apple"])
    """
    lines = []
    for i, item in enumerate(sorted(items), 1):
        lines.append(f"{i}. {item:<8}{PRICES[item]:>4}")
    width = max(map(len, lines))
    lines.append("-" * width)
    return "\n".join(lines)


def cheapest(names):
    """
    >>> cheapest(["melon", "kiwi"])
    """
    best = None
    for name in names:
        price = PRICES[name]
        if best is None or price < PRICES[best]:
            best = name
    return best


def fetch_rate(currency):
    """
    >>> fetch_rate("EUR")
    """
    response = requests.get("https://rates.example/" + currency, timeout=5)
    status = response.status_code
    ok = status == 200
    label = currency.lower() + "-rate"
    return label, ok
