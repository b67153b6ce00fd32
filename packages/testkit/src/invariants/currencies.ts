// Currency exchange: both legs in one entry at the quote, each quote used once and in time, only pairs that are allowed, and the
// house's position is the sum of what was exchanged.

import type { RequestBreach } from './outcomes.ts'

export const currencyQuestions: readonly (readonly [RequestBreach['invariant'], string])[] = [
  [
    'I16',
    `SELECT format('quote %s: %s %s for %s %s, its entry says otherwise', q.id, q.pay_amount, q.pay_currency, q.get_amount,
       q.get_currency) AS what
     FROM app.currency_quotes q
     WHERE q.dealt_at IS NOT NULL AND (
       (SELECT count(*) FROM ledger.lines l WHERE l.entry_id = q.entry_id) <> 4
       OR EXISTS (
         SELECT FROM (VALUES
           ('member/' || q.member_id || '/' || q.pay_currency || '/available', -q.pay_amount),
           ('house/main/' || q.pay_currency || '/fx', q.pay_amount),
           ('member/' || q.member_id || '/' || q.get_currency || '/available', q.get_amount),
           ('house/main/' || q.get_currency || '/fx', -q.get_amount)) AS v (code, amount)
         LEFT JOIN ledger.accounts a ON a.code = v.code
         LEFT JOIN ledger.lines l ON l.account_id = a.id AND l.entry_id = q.entry_id
         WHERE l.amount IS DISTINCT FROM v.amount))`,
  ],
  [
    'I16',
    `SELECT format('quote %s from %s was used at %s, it ended at %s', q.id, q.quoted_at, q.dealt_at, q.expires_at) AS what
     FROM app.currency_quotes q WHERE q.dealt_at < q.quoted_at OR q.dealt_at >= q.expires_at`,
  ],
  [
    'I16',
    `SELECT format('quote %s: %s and %s are not exchanged', q.id, q.pay_currency, q.get_currency) AS what
     FROM app.currency_quotes q WHERE q.pay_currency = q.get_currency
       OR (q.pay_currency IN ('USD', 'INR')) <> (q.get_currency IN ('USD', 'INR'))`,
  ],
  [
    // What the member gets is the quoted rate, rounded down by less than a hundredth.
    'I16',
    `SELECT format('quote %s gives %s, its rate gives %s', q.id, q.get_amount, g.given) AS what
     FROM app.currency_quotes q CROSS JOIN LATERAL (SELECT CASE q.base
       WHEN q.pay_currency THEN div(q.pay_amount::numeric * q.rate, 1000000000)
       ELSE div(q.pay_amount::numeric * 1000000000, q.rate) END AS given) AS g
     WHERE q.get_amount <> g.given`,
  ],
  [
    'I16',
    `SELECT format('entry %s belongs to %s quotes', e.id, count(q.id)) AS what
     FROM ledger.entries e LEFT JOIN app.currency_quotes q ON q.entry_id = e.id AND q.id::text = e.reference
     WHERE e.event = 'currency.exchanged' GROUP BY e.id HAVING count(q.id) <> 1`,
  ],
  [
    'I16',
    `SELECT format('%s: the house has %s, exchanges say %s', c.currency, b.booked, d.said) AS what
     FROM unnest(ARRAY['RMB', 'TWD', 'HKD', 'USD', 'THB', 'JPY', 'VND', 'MYR', 'KRW', 'INR']) AS c (currency)
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(l.amount), 0) AS booked FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
       WHERE a.code = 'house/main/' || c.currency || '/fx'
     ) AS b
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(CASE c.currency WHEN q.pay_currency THEN q.pay_amount WHEN q.get_currency THEN -q.get_amount ELSE 0 END), 0)
         AS said FROM app.currency_quotes q WHERE q.dealt_at IS NOT NULL
     ) AS d
     WHERE b.booked <> d.said`,
  ],
  [
    'I26',
    `SELECT format('quote %s was used and no audit row says so', q.id) AS what FROM app.currency_quotes q
     WHERE q.dealt_at IS NOT NULL AND NOT EXISTS (
       SELECT FROM audit.entries e WHERE e.subject = 'currency-quote:' || q.id AND e.action = 'currency-exchange.dealt')`,
  ],
]
