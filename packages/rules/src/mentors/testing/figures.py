"""The figures of mentors once more, from raw payments, fills and closing prices. Uses none of our code.

Reads a JSON list of histories from a file, writes a JSON list of figures.
"""

import datetime
import fractions
import json
import sys

F = fractions.Fraction
BASE = 10**9
LEAST_BASE = 5_000_000
LEAST_OPENING = 100_000
MONEY_DAYS = 20
LEVELS = [
    ("junior", 90, 20, 2000, 5_000_000),
    ("intermediate", 180, 60, 1500, 20_000_000),
    ("senior", 365, 150, 1000, 100_000_000),
]


def rounded(value):
    """Half away from zero."""
    size = abs(F(value))
    whole = size.numerator // size.denominator
    if size - whole >= F(1, 2):
        whole += 1
    return whole if value >= 0 else -whole


def figures(history):
    cash, paid, shares = 0, 0, {}
    days = []
    for date in history["dates"]:
        came = sum(p["amount"] for p in history["payments"] if p["date"] == date)
        paid, cash = paid + came, cash + came
        today = [f for f in history["fills"] if f["date"] == date]
        for fill in today:
            sign = 1 if fill["side"] == "buy" else -1
            shares[fill["symbol"]] = shares.get(fill["symbol"], 0) + sign * fill["shares"]
            cash -= sign * fill["shares"] * fill["price"] + fill["cost"]
        worth = sum(count * history["closes"][date][symbol] for symbol, count in shares.items())
        days.append((date, cash + worth, paid, came, worth, len(today)))

    index, high, fall, before, day_return = BASE, BASE, 0, 0, 0
    for _, total, _, came, _, _ in days:
        profit = total - before - came
        own = before + max(came, 0)
        base = max(own, LEAST_BASE) if profit > 0 else own
        if base <= 0:
            index, day_return = (0 if profit < 0 else index), 0
        else:
            index = rounded(F(index) * max(F(0), 1 + F(profit, base)))
            day_return = rounded(F(profit * 10_000, base))
        high = max(high, index)
        fall = max(fall, rounded(F((high - index) * 10_000, high)))
        before = total

    whole = F(0)
    for at, day in enumerate(days):
        ends = days[at + 1][0] if at + 1 < len(days) else None
        began = datetime.date.fromisoformat(day[0])
        whole += day[2] * ((datetime.date.fromisoformat(ends) - began).days if ends else 1)
    length = (datetime.date.fromisoformat(days[-1][0]) - datetime.date.fromisoformat(days[0][0])).days + 1
    average = rounded(whole / length)
    last = days[-1]
    result = last[1] - last[2]
    totals = sum(day[1] for day in days)

    kinds = {name: {"closed": 0, "won": 0, "realised": 0} for name in ("cash", "margin", "short", "day-trade", "offer")}
    for position in {fill["position"] for fill in history["fills"]}:
        own = [fill for fill in history["fills"] if fill["position"] == position]
        opened = sum(fill["shares"] for fill in own if fill["opens"])
        if opened != sum(fill["shares"] for fill in own if not fill["opens"]):
            continue
        if sum(fill["shares"] * fill["price"] for fill in own if fill["opens"]) < LEAST_OPENING:
            continue
        made = sum((fill["shares"] * fill["price"]) * (1 if fill["side"] == "sell" else -1) - fill["cost"] for fill in own)
        first = own[0]
        if first["dayTrade"]:
            kind = "day-trade"
        elif first["direction"] == "short":
            kind = "short"
        else:
            kind = "cash" if first["multiple"] == 100 else "margin"
        kinds[kind]["closed"] += 1
        kinds[kind]["won"] += 1 if made > 0 else 0
        kinds[kind]["realised"] += made

    in_market = sum(1 for day in days if day[4] != 0 or day[5] > 0)
    money = min(day[1] for day in days[-MONEY_DAYS:])
    level = None
    for name, least_days, trades, most_fall, least_money in LEVELS:
        if in_market >= least_days and kinds["cash"]["closed"] >= trades and fall <= most_fall and money >= least_money:
            level = name
    cash_trades = kinds["cash"]
    return {
        "date": last[0],
        "profit": str(result),
        "moneyBp": rounded(F(result * 10_000, average)) if average > 0 else None,
        "index": str(index),
        "timeBp": rounded(F((index - BASE) * 10_000, BASE)),
        "dayBp": day_return,
        "drawdownBp": fall,
        "exposureBp": rounded(F(sum(day[4] for day in days) * 10_000, totals)) if totals > 0 else 0,
        "days": in_market,
        "fills": len(history["fills"]),
        "capital": str(last[1]),
        "money": str(money),
        "trades": {name: {**one, "realised": str(one["realised"])} for name, one in kinds.items()},
        "winRateBp": None if cash_trades["closed"] < 20 else rounded(F(cash_trades["won"] * 10_000, cash_trades["closed"])),
        "level": level,
    }


if __name__ == "__main__":
    with open(sys.argv[1], encoding="utf-8") as file:
        json.dump([figures(history) for history in json.load(file)], sys.stdout)
