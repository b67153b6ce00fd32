// Draws and the applications they decide: who won, what each applicant got back, and how often.

import type { RequestBreach } from './outcomes.ts'

/** One row per application: what its entries took from the member's available money, and how many there are. */
const moved = `
  SELECT s.id, s.state, s.fee, s.amount, o.payment_mode, o.symbol,
    coalesce(-sum(l.amount) FILTER (WHERE a.kind = 'available'), 0) AS taken,
    count(DISTINCT e.id) FILTER (WHERE e.event = 'subscription.held') AS held,
    count(DISTINCT e.id) FILTER (WHERE e.event = 'subscription.released') AS released,
    count(DISTINCT e.id) FILTER (WHERE e.event = 'subscription.drawn') AS drawn
  FROM app.subscriptions s JOIN app.offers o ON o.id = s.offer_id
  LEFT JOIN ledger.entries e ON e.reference = s.id::text AND e.event IN
    ('subscription.held', 'subscription.released', 'subscription.drawn')
  LEFT JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
  LEFT JOIN ledger.accounts a ON a.id = l.account_id AND a.owner_kind = 'member'
  GROUP BY s.id, o.id`

const drawn = `('won', 'payment-due', 'paid', 'delivered', 'unpaid', 'not-won')`

export const drawQuestions: readonly (readonly [RequestBreach['invariant'], string])[] = [
  [
    // The list is the applications that were not withdrawn, each once.
    'I14',
    `SELECT format('offer %s: %s has %s', o.symbol, coalesce(s.id, t.reference),
       CASE WHEN t.reference IS NULL THEN 'no ticket' ELSE 'a ticket and is ' || s.state END) AS what
     FROM app.offers o JOIN app.draws d ON d.id = o.draw_id
     JOIN app.subscriptions s ON s.offer_id = o.id
     LEFT JOIN app.draw_tickets t ON t.draw_id = d.id AND t.reference = s.id
     WHERE t.reference IS NULL AND s.state NOT IN ('cancelled', 'void')
       OR t.reference IS NOT NULL AND (s.state = 'cancelled' OR s.void_reason IN ('restricted', 'related-person'))`,
  ],
  [
    // All places are given, or everyone who applied and did not let a place go has one.
    'I14',
    `SELECT format('offer %s has %s winners of %s for %s places', o.symbol, w.winners, w.could, w.places) AS what
     FROM app.offers o CROSS JOIN LATERAL (
       SELECT o.lots * 1000 / o.min_shares AS places,
         count(*) FILTER (WHERE s.state IN ('won', 'payment-due', 'paid', 'delivered')) AS winners,
         count(*) FILTER (WHERE s.state IN ('won', 'payment-due', 'paid', 'delivered', 'not-won')) AS could
       FROM app.subscriptions s WHERE s.offer_id = o.id
     ) AS w WHERE o.stage IN ('paying', 'settled') AND w.winners <> least(w.places, w.could)`,
  ],
  [
    // No one is passed over: every place before the last winner's has won.
    'I14',
    `SELECT format('offer %s: place %s was not drawn, %s was', o.symbol, p.lost, p.won) AS what
     FROM app.offers o CROSS JOIN LATERAL (
       SELECT min(s.place) FILTER (WHERE s.state = 'not-won') AS lost,
         max(s.place) FILTER (WHERE s.state IN ('won', 'payment-due', 'paid', 'delivered', 'unpaid')) AS won
       FROM app.subscriptions s WHERE s.offer_id = o.id
     ) AS p WHERE p.lost < p.won`,
  ],
  [
    // The place of an application is the rank of its ticket.
    'I14',
    `SELECT format('application %s has place %s and rank %s', s.id, s.place, r.rank) AS what
     FROM app.subscriptions s JOIN app.offers o ON o.id = s.offer_id
     LEFT JOIN app.draw_ranks r ON r.draw_id = o.draw_id AND r.ticket_id = decode(s.ticket_id, 'hex')
     WHERE s.place IS NOT NULL AND r.rank IS DISTINCT FROM s.place`,
  ],
  [
    'I14',
    `SELECT format('member %s has %s applications for %s', s.member_id, count(*), o.symbol) AS what
     FROM app.subscriptions s JOIN app.offers o ON o.id = s.offer_id WHERE s.state NOT IN ('cancelled', 'void')
     GROUP BY s.member_id, o.id HAVING count(*) > o.max_per_member`,
  ],
  [
    // What is gone from the member's money is what the state says: nothing is refunded or paid twice, or not at all.
    'I15',
    `SELECT format('application %s for %s is %s, and %s is gone instead of %s', m.id, m.symbol, m.state, m.taken, x.due) AS what
     FROM (${moved}) AS m CROSS JOIN LATERAL (
       SELECT CASE
         WHEN m.state IN ('cancelled', 'void') THEN 0
         WHEN m.state IN ('not-won', 'unpaid') THEN m.fee
         WHEN m.state IN ('paid', 'delivered') OR m.payment_mode = 'prepaid' THEN m.fee + m.amount
         ELSE m.fee END AS due
     ) AS x WHERE m.taken <> x.due`,
  ],
  [
    'I15',
    `SELECT format('application %s is %s with %s held, %s released, %s drawn', m.id, m.state, m.held, m.released, m.drawn) AS what
     FROM (${moved}) AS m
     WHERE m.held <> CASE WHEN m.state IN ('paid', 'delivered') AND m.payment_mode = 'on_win' THEN 2 ELSE 1 END
       OR m.released <> (m.state IN ('cancelled', 'void'))::integer OR m.drawn <> (m.state IN ${drawn})::integer`,
  ],
  [
    // One notice for each result, and one for a payment that a rule made.
    'I15',
    `SELECT format('member %s has %s notices %s for %s', n.member_id, count(*), n.code, n.params ->> 'symbol') AS what
     FROM app.notices n JOIN app.offers o ON o.symbol = n.params ->> 'symbol'
     WHERE n.code ^@ 'subscription.' GROUP BY n.member_id, n.code, n.params ->> 'symbol', o.max_per_member
     HAVING count(*) > o.max_per_member`,
  ],
]
