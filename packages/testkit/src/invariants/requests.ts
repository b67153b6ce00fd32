// Deposits, withdrawals and applications: requests, the amounts held for them, the two operators' decisions, and the bank's balance.

import type { Executor } from '@fairlot/ledger'
import { checkInvariants } from '../invariants.ts'
import { readerOf } from '../sql.ts'
import { creditQuestions } from './credit.ts'
import { currencyQuestions } from './currencies.ts'
import { drawQuestions } from './draws.ts'
import { bidHolds, namedHolds, subscriptionHolds } from './orders.ts'
import { outcomeQuestions, type RequestBreach } from './outcomes.ts'

/** A query that returns one row per breach with a text `what`. */
const questions: readonly (readonly [invariant: string, sql: string])[] = [
  [
    // Each hold has exactly one active owner, and each active owner has its hold.
    'I5',
    `SELECT format('withdrawal %s is %s, its hold has %s left of %s', w.id, w.state, coalesce(h.remaining::text, 'nothing'),
       h.amount) AS what
     FROM app.withdrawals w LEFT JOIN ledger.holds h ON h.id = w.hold_id
     WHERE CASE w.state WHEN 'pending' THEN h.remaining IS DISTINCT FROM w.amount + w.fee
       ELSE coalesce(h.remaining, 0) <> 0 END`,
  ],
  [
    'I5',
    `SELECT format('hold %s of %s belongs to nothing that is open', h.id, h.reference) AS what
     FROM ledger.holds h JOIN ledger.accounts a ON a.id = h.account_id
     WHERE h.state = 'open' AND a.owner_kind = 'member'
       AND NOT EXISTS (SELECT FROM app.withdrawals w WHERE w.hold_id = h.id AND w.state = 'pending')
       AND NOT EXISTS (SELECT FROM app.block_applications b WHERE b.hold_id = h.id AND b.state = 'pending')
       AND NOT EXISTS (SELECT FROM app.credit_pledges b WHERE b.hold_id = h.id AND b.shares = h.remaining)
       AND NOT EXISTS (SELECT FROM app.placement_applications b WHERE b.hold_id = h.id AND b.state = 'waiting')
       AND NOT EXISTS (SELECT FROM app.copies b WHERE b.hold_id = h.id AND b.state IN ('under-review', 'following'))
       AND NOT EXISTS (SELECT FROM (${namedHolds}) AS n WHERE n.hold_id = h.id)
       AND NOT EXISTS (SELECT FROM (${subscriptionHolds}) AS s WHERE s.hold_id = h.id)
       AND NOT EXISTS (SELECT FROM (${bidHolds}) AS x WHERE x.hold_id = h.id)`,
  ],
  [
    'I5',
    `SELECT format('the hold %s of an application has %s left and needs %s', s.hold_id, coalesce(h.remaining::text, 'nothing'),
       s.remaining) AS what
     FROM (${subscriptionHolds} UNION ALL ${bidHolds}) AS s LEFT JOIN ledger.holds h ON h.id = s.hold_id AND h.state = 'open'
     WHERE h.remaining IS DISTINCT FROM s.remaining`,
  ],
  [
    // Never more winners than places, and every fee charged belongs to an application that was drawn.
    'I25',
    `SELECT format('offer %s has %s winners for %s places', o.symbol, count(s.id), o.lots * 1000 / o.min_shares) AS what
     FROM app.offers o JOIN app.subscriptions s ON s.offer_id = o.id AND s.state IN ('won', 'payment-due', 'paid', 'delivered')
     GROUP BY o.id HAVING count(s.id) > o.lots * 1000 / o.min_shares`,
  ],
  [
    'I25',
    `SELECT format('%s charged in subscription fees, applications say %s', booked, said) AS what FROM (
       SELECT
         coalesce((SELECT sum(l.amount) FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
           WHERE a.code = 'fees/subscription/TWD/income'), 0) AS booked,
         coalesce((SELECT sum(s.fee) FROM app.subscriptions s
           WHERE s.state IN ('won', 'payment-due', 'paid', 'delivered', 'unpaid', 'not-won')), 0) AS said
     ) AS sums WHERE booked <> said`,
  ],
  [
    // Never more lots than offered, never more than the cap for one person, and every fee belongs to a bid that ended.
    'I25',
    `SELECT format('auction %s gives %s lots of %s', a.symbol, sum(b.awarded), a.lots) AS what
     FROM app.auctions a JOIN app.auction_bids b ON b.auction_id = a.id GROUP BY a.id HAVING sum(b.awarded) > a.lots
     UNION ALL SELECT format('auction %s gives one person %s lots', a.symbol, sum(b.awarded))
     FROM app.auctions a JOIN app.auction_bids b ON b.auction_id = a.id
     GROUP BY a.id, b.member_id HAVING sum(b.awarded) > a.cap_lots`,
  ],
  [
    'I25',
    `SELECT format('%s charged in auctions, bids say %s', booked, said) AS what FROM (
       SELECT
         coalesce((SELECT sum(l.amount) FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
           WHERE a.code IN ('fees/auction/TWD/income', 'fees/auction-forfeits/TWD/income')), 0) AS booked,
         coalesce((SELECT sum(b.fee + CASE b.state WHEN 'forfeited' THEN b.kept ELSE 0 END) FROM app.auction_bids b
           WHERE b.state NOT IN ('sealed', 'void')), 0) AS said
     ) AS sums WHERE booked <> said`,
  ],
  [
    // Every issued share of an offer was delivered, at its price, and never more than were offered.
    'I14',
    `SELECT format('offer %s: %s shares issued for %s, delivered %s for %s, offered %s', o.symbol, i.shares, i.paid, d.shares,
       d.paid, o.lots * 1000) AS what
     FROM app.offers o
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(s.shares), 0) AS shares, coalesce(sum(s.amount), 0) AS paid FROM app.subscriptions s
       WHERE s.offer_id = o.id AND s.state = 'delivered'
     ) AS d
     CROSS JOIN LATERAL (
       SELECT coalesce(-sum(l.amount) FILTER (WHERE l.asset <> 'TWD'), 0) AS shares,
         coalesce(sum(l.amount) FILTER (WHERE l.asset = 'TWD'), 0) AS paid
       FROM ledger.entries e JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
       JOIN ledger.accounts a ON a.id = l.account_id
       WHERE e.event = 'subscription.delivered' AND a.owner_kind = 'house'
         AND e.reference IN (SELECT s.id::text FROM app.subscriptions s WHERE s.offer_id = o.id)
     ) AS i
     WHERE i.shares <> d.shares OR i.paid <> d.paid OR d.shares > o.lots::bigint * 1000
       OR o.stage = 'listed' AND EXISTS (SELECT FROM app.subscriptions s WHERE s.offer_id = o.id AND s.state = 'paid')`,
  ],
  [
    // Paid once: the holding of a delivered application is of this member, these shares and this price.
    'I15',
    `SELECT format('application %s is %s, its holding has %s shares for %s', s.id, s.state, p.opened_shares, p.opened_value) AS what
     FROM app.subscriptions s FULL JOIN (SELECT * FROM app.positions WHERE origin = 'subscription') AS p ON p.id = s.id
     WHERE (s.state = 'delivered' OR p.id IS NOT NULL)
       AND (s.state, s.member_id, s.shares, s.amount) IS DISTINCT FROM ('delivered', p.member_id, p.opened_shares, p.opened_value)`,
  ],
  [
    // The same for an auction: each winner at their own price.
    'I14',
    `SELECT format('auction %s: %s shares issued for %s, delivered %s for %s, offered %s', o.symbol, i.shares, i.paid, d.shares,
       d.paid, o.lots * 1000) AS what
     FROM app.auctions o
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(b.awarded), 0) * 1000 AS shares, coalesce(sum(b.price * b.awarded), 0) * 1000 AS paid
       FROM app.auction_bids b WHERE b.auction_id = o.id AND b.state = 'delivered'
     ) AS d
     CROSS JOIN LATERAL (
       SELECT coalesce(-sum(l.amount) FILTER (WHERE l.asset <> 'TWD'), 0) AS shares,
         coalesce(sum(l.amount) FILTER (WHERE l.asset = 'TWD'), 0) AS paid
       FROM ledger.entries e JOIN ledger.lines l ON l.entry_id = e.id AND l.posted_at = e.posted_at
       JOIN ledger.accounts a ON a.id = l.account_id
       WHERE e.event = 'auction.delivered' AND a.owner_kind = 'house'
         AND e.reference IN (SELECT b.id::text FROM app.auction_bids b WHERE b.auction_id = o.id)
     ) AS i
     WHERE i.shares <> d.shares OR i.paid <> d.paid OR d.shares > o.lots::bigint * 1000
       OR o.state = 'listed' AND EXISTS (SELECT FROM app.auction_bids b WHERE b.auction_id = o.id AND b.state = 'paid')`,
  ],
  [
    'I15',
    `SELECT format('bid %s is %s, its holding has %s shares for %s', b.id, b.state, p.opened_shares, p.opened_value) AS what
     FROM app.auction_bids b FULL JOIN (SELECT * FROM app.positions WHERE origin = 'auction') AS p ON p.id = b.id
     WHERE (b.state = 'delivered' OR p.id IS NOT NULL)
       AND (b.state, b.member_id, b.awarded * 1000, b.price * b.awarded * 1000)
         IS DISTINCT FROM ('delivered', p.member_id, p.opened_shares, p.opened_value)`,
  ],
  [
    // Never more lots allotted than offered, and each application has its hold until its result is booked.
    'I25',
    `SELECT format('placement %s of %s: %s lots allotted of %s, %s applied for', p.id, p.symbol, sum(a.allotted_lots), p.lots,
       p.applied_lots) AS what
     FROM app.placements p JOIN app.placement_applications a ON a.placement_id = p.id AND a.allotted_lots IS NOT NULL
     GROUP BY p.id HAVING sum(a.allotted_lots) <> least(p.lots, p.applied_lots)`,
  ],
  [
    'I5',
    `SELECT format('placement application %s is %s, its hold has %s left of %s', a.id, a.state, coalesce(h.remaining::text, 'nothing'),
       a.amount) AS what
     FROM app.placement_applications a LEFT JOIN ledger.holds h ON h.id = a.hold_id
     WHERE coalesce(h.remaining, 0) <> CASE a.state WHEN 'waiting' THEN a.amount ELSE 0 END`,
  ],
  [
    // Pledged shares are held, and belong to a loan that is open or under review.
    'I5',
    `SELECT format('pledge %s of loan %s has %s shares, its hold %s', g.hold_id, g.loan_id, g.shares, coalesce(h.remaining, 0)) AS what
     FROM app.credit_pledges g JOIN app.credit_loans o ON o.id = g.loan_id LEFT JOIN ledger.holds h ON h.id = g.hold_id
     WHERE coalesce(h.remaining, 0) <> g.shares OR g.shares > 0 AND (o.state = 'rejected' OR o.repaid_at IS NOT NULL)`,
  ],
  [
    // Every loan is what its moves add up to, and was approved by two.
    'I27',
    `SELECT format('loan %s owes %s and %s, its moves say %s and %s', o.id, o.principal, o.interest, m.principal, m.interest) AS what
     FROM app.credit_loans o
     CROSS JOIN LATERAL (
       SELECT coalesce(sum(CASE x.kind WHEN 'disbursed' THEN x.principal ELSE -x.principal END), 0) AS principal,
         coalesce(sum(CASE x.kind WHEN 'accrued' THEN x.interest ELSE -x.interest END), 0) AS interest
       FROM app.credit_moves x WHERE x.loan_id = o.id
     ) AS m
     WHERE (o.principal, o.interest) IS DISTINCT FROM (m.principal, m.interest)
     UNION ALL SELECT format('loan %s of %s was lent without two operators', o.id, o.amount) FROM app.credit_loans o
     WHERE o.state = 'passed' AND NOT EXISTS (SELECT FROM app.reviews r
       JOIN app.review_votes v ON v.review_id = r.id AND v.decision = 'approve' AND v.payload_hash = r.payload_hash
       WHERE r.kind = 'credit-loan' AND r.subject = o.id::text AND r.decision = 'approve' HAVING count(DISTINCT v.operator_id) >= 2)`,
  ],
  [
    // One hold per copy, over what is not spent, as long as it runs or waits.
    'I5',
    `SELECT format('copy %s is %s, its hold has %s left of %s', c.id, c.state, coalesce(h.remaining::text, 'nothing'),
       c.amount - c.spent) AS what
     FROM app.copies c LEFT JOIN ledger.holds h ON h.id = c.hold_id
     WHERE coalesce(h.remaining, 0) <> CASE WHEN c.state IN ('under-review', 'following') THEN c.amount - c.spent ELSE 0 END`,
  ],
  [
    // Never more behind a product than its largest total, and never a copy that started large without two operators.
    'I27',
    `SELECT format('product %s has %s of copies and says %s of %s', p.id, sum(c.amount), p.total, p.max_total) AS what
     FROM app.copy_products p LEFT JOIN app.copies c ON c.product_id = p.id AND c.state <> 'cancelled'
     GROUP BY p.id HAVING coalesce(sum(c.amount), 0) <> p.total
     UNION ALL SELECT format('copy %s of %s started without two operators', c.id, c.amount) FROM app.copies c
     WHERE c.promised_at IS NOT NULL AND c.started_at IS NOT NULL AND NOT EXISTS (SELECT FROM app.reviews r
       JOIN app.review_votes v ON v.review_id = r.id AND v.decision = 'approve' AND v.payload_hash = r.payload_hash
       WHERE r.kind = 'copy' AND r.subject = c.id::text AND r.decision = 'approve' HAVING count(DISTINCT v.operator_id) >= 2)`,
  ],
  [
    'I18',
    `SELECT format('withdrawal %s of %s was more than the %s that could go', w.id, w.amount + w.fee, w.withdrawable) AS what
     FROM app.withdrawals w WHERE w.amount + w.fee > w.withdrawable`,
  ],
  [
    'I18',
    `SELECT format('withdrawal %s goes to an account that was not ready', w.id) AS what
     FROM app.withdrawals w LEFT JOIN app.bank_accounts b ON b.id = w.bank_account_id
     WHERE b.member_id IS DISTINCT FROM w.member_id OR b.currency <> w.currency OR NOT b.is_own_name
       OR b.usable_from IS NULL OR b.usable_from > w.sent_at`,
  ],
  [
    'I19',
    `SELECT format('member %s has %s pending at once', member_id, count(*)) AS what FROM (
       SELECT member_id, 'deposit' AS kind FROM app.deposits WHERE state = 'pending'
       UNION ALL SELECT member_id, 'withdrawal' FROM app.withdrawals WHERE state = 'pending'
     ) AS p GROUP BY member_id, kind HAVING count(*) > 1`,
  ],
  [
    // The balance at the banks is the deposits less what the banks have paid out.
    'I25',
    `SELECT format('%s: the ledger has %s at the banks, deposits and payouts say %s', currency, -bank, said) AS what FROM (
       SELECT c.currency,
         coalesce((SELECT sum(l.amount) FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
           WHERE a.code = 'house/main/' || c.currency || '/bank'), 0) AS bank,
         coalesce((SELECT sum(d.booked) FROM app.deposits d WHERE d.state = 'passed' AND d.currency = c.currency), 0)
         - coalesce((SELECT sum(w.amount) FROM app.withdrawals w WHERE w.currency = c.currency AND w.stage = 'paid'), 0)
           AS said
       FROM (VALUES ('TWD'), ('USD'), ('INR')) AS c (currency)
     ) AS sums WHERE -bank <> said`,
  ],
  [
    'I25',
    `SELECT format('%s: %s on its way by the ledger, %s by the requests', currency, ledgers, said) AS what FROM (
       SELECT c.currency,
         coalesce((SELECT sum(l.amount) FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
           WHERE a.code = 'house/main/' || c.currency || '/payouts'), 0) AS ledgers,
         coalesce((SELECT sum(w.amount) FROM app.withdrawals w WHERE w.currency = c.currency
           AND w.stage IN ('queued', 'sent')), 0) AS said
       FROM (VALUES ('TWD'), ('USD'), ('INR')) AS c (currency)
     ) AS sums WHERE ledgers <> said`,
  ],
  [
    'I25',
    `SELECT format('deposit %s of %s: its entry gives the member %s', d.id, d.booked, sum(l.amount)) AS what
     FROM app.deposits d
     LEFT JOIN ledger.accounts a ON a.code = 'member/' || d.member_id || '/' || d.currency || '/available'
     LEFT JOIN ledger.lines l ON l.entry_id = d.entry_id AND l.account_id = a.id
     WHERE d.state = 'passed' GROUP BY d.id HAVING coalesce(sum(l.amount), 0) <> d.booked - d.fee`,
  ],
  [
    // The amount set aside is the possible cost of coupons that are usable or whose order is still open.
    'I25',
    `SELECT format('%s is set aside, coupons may cost %s', booked, said) AS what FROM (
       SELECT
         coalesce((SELECT sum(l.amount) FROM ledger.lines l JOIN ledger.accounts a ON a.id = l.account_id
           WHERE a.code = 'house/main/TWD/vouchers'), 0) AS booked,
         coalesce((SELECT sum(c.amount) FROM app.coupons c WHERE c.state <> 'expired' AND c.entry_id IS NULL), 0) AS said
     ) AS sums WHERE booked <> said`,
  ],
  [
    'I26',
    `SELECT format('%s %s is %s and no audit row says so', r.kind, r.id, r.state) AS what FROM (
       SELECT 'deposit' AS kind, id, state, rejection_reason FROM app.deposits
       UNION ALL SELECT 'withdrawal', id, state, rejection_reason FROM app.withdrawals
       UNION ALL SELECT 'block-trade', id, state, rejection_reason FROM app.block_applications
       UNION ALL SELECT 'bank-account', id, state, NULL FROM app.bank_accounts
     ) AS r WHERE NOT EXISTS (
       SELECT FROM audit.entries e WHERE e.subject = r.kind || ':' || r.id AND e.action LIKE '%.' ||
         CASE WHEN r.state = 'pending' THEN CASE r.kind WHEN 'bank-account' THEN 'added' ELSE 'sent' END
           WHEN r.rejection_reason = 'cancelled' THEN 'cancelled'
           WHEN r.kind = 'withdrawal' AND r.state = 'passed' THEN 'queued' ELSE r.state END)`,
  ],
  [
    // Nothing is approved without two approvals by different people on different devices, on the current payload.
    'I27',
    `SELECT format('%s %s passed with %s people on %s devices', r.kind, r.id, people, devices) AS what FROM (
       SELECT r.kind, r.id, count(DISTINCT v.operator_id) AS people, count(DISTINCT v.device_id) AS devices
       FROM (
         SELECT 'deposit' AS kind, id FROM app.deposits WHERE state = 'passed'
         UNION ALL SELECT 'withdrawal', id FROM app.withdrawals WHERE state = 'passed'
         UNION ALL SELECT 'block-trade', id FROM app.block_applications WHERE state = 'passed'
         UNION ALL SELECT 'bank-account', id FROM app.bank_accounts WHERE state = 'verified'
       ) AS r
       LEFT JOIN app.reviews w ON w.kind = r.kind AND w.subject = r.id::text AND w.decision = 'approve'
       LEFT JOIN app.review_votes v ON v.review_id = w.id AND v.decision = 'approve' AND v.payload_hash = w.payload_hash
       GROUP BY r.kind, r.id
     ) AS r WHERE people < 2 OR devices < 2`,
  ],
  [
    'I28',
    `SELECT format('review %s has a vote after its session ended', v.review_id) AS what
     FROM app.review_votes v JOIN app.operator_sessions s ON s.id = v.session_id
     WHERE v.at > s.revoked_at + interval '1 second' OR v.at > s.expires_at`,
  ],
]

/** In addition to the ledger's own invariants. Takes a connection that can SELECT everything. */
export async function checkRequests(reader: Executor): Promise<RequestBreach[]> {
  const breaches: RequestBreach[] = [...(await checkInvariants(reader))]
  for (const [invariant, sql] of [
    ...questions,
    ...drawQuestions,
    ...currencyQuestions,
    ...creditQuestions,
    ...outcomeQuestions,
  ]) {
    for (const { what } of await reader.query<{ what: string }>(sql)) breaches.push({ invariant, what })
  }
  return breaches
}

/** The same for a test database. */
export async function requestBreaches(database: { readonly readerUrl: string }): Promise<RequestBreach[]> {
  return checkRequests(readerOf(database))
}
