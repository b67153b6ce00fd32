// Every right of every database role besides reading, one line each: a table with the allowed operations, a function
// with the rights it runs under, a membership. A migration that grants something adds its line here.

import { workerRights } from './role-matrix-worker.ts'

export const roleMatrix: readonly string[] = `
fairlot_api app.agreements_accepted insert
fairlot_api app.appeals insert
fairlot_api app.apply_top_up() as definer
fairlot_api app.authenticators delete insert update(last_step)
fairlot_api app.bank_accounts insert(added_at, bank_code, bank_name, branch, branch_code, currency, device_key, ending, holder_masked, id, ifsc, is_own_name, member_id, sealed, signature) update(is_default)
fairlot_api app.bars_of() as itself
fairlot_api app.challenges insert update(tries, used_at)
fairlot_api app.chart_drawings delete insert update(drawings, saved_at)
fairlot_api app.chart_settings insert update(saved_at, settings)
fairlot_api app.conditional_orders insert update(ended_at, reason, state)
fairlot_api app.credential_failures insert update
fairlot_api app.credentials insert update(changed_at, password_hash, pepper_key, withdrawal_cool_down_until)
fairlot_api app.day_trading_applications insert(applied_at, id, member_id, statement)
fairlot_api app.deposits insert(amount, channel_id, currency, fee, from_ending, id, member_id, promised_at, receipt_file, reference, sent_at, steps)
fairlot_api app.device_keys insert update(removed_at)
fairlot_api app.draw_tickets delete insert
fairlot_api app.favourite_group_symbols delete insert update
fairlot_api app.favourite_groups delete insert update
fairlot_api app.favourites delete insert update
fairlot_api app.feed_tickets insert
fairlot_api app.files insert update(dropped_at)
fairlot_api app.first_order_id() as itself
fairlot_api app.fund_credentials insert update(changed_at, password_hash, pepper_key)
fairlot_api app.id_at() as itself
fairlot_api app.identities insert update(attempt, back, birth_date, decided_at, document, front, name, name_masked, note, number, number_masked, problems, reason, review_id, sent_at, state)
fairlot_api app.instrument_view_counts insert update
fairlot_api app.instrument_views insert
fairlot_api app.known_devices delete insert update(expires_at, label, last_seen_at)
fairlot_api app.margin_calls update(seen_at)
fairlot_api app.member_keys insert
fairlot_api app.members insert
fairlot_api app.notice_marks insert update(all_read_at)
fairlot_api app.notice_reads insert
fairlot_api app.news_reads insert
fairlot_api app.support_messages insert
fairlot_api app.support_pictures insert
fairlot_api app.support_ratings insert
fairlot_api app.support_threads insert(about_id, about_kind, by_ticket, id, language, member_id, number, opened_at, title, topic)
fairlot_api app.notices insert update(read_at)
fairlot_api app.open_review() as definer
fairlot_api app.member_events insert
fairlot_api app.order_exits insert
fairlot_api app.pass_day_trading() as definer
fairlot_api app.passkeys delete insert update(counter, last_used_at, name)
fairlot_api app.payouts_stopped_by() as definer
fairlot_api app.pending_fund_requests() as itself
fairlot_api app.lock_cancels() as definer
fairlot_api app.lock_order_facts() as definer
fairlot_api app.read_member_facts() as definer
fairlot_api app.write_cancels() as definer
fairlot_api app.write_orders() as definer
fairlot_api app.positions update(closing, day_trade)
fairlot_api app.price_alerts delete insert update
fairlot_api app.push_jobs delete
fairlot_api app.push_subscriptions delete insert update
fairlot_api app.recovery_codes delete insert update(used_at)
fairlot_api app.recovery_requests insert update(used_at)
fairlot_api app.remove_bank_account() as definer
fairlot_api app.saved_screens delete insert update(conditions, saved_at)
fairlot_api app.sessions insert update(last_seen_at, revoked_at, revoked_for, theft_noted_at)
fairlot_api app.set_stop() as definer
fairlot_api app.sign_ins insert
fairlot_api app.cancel_deposit() as definer
fairlot_api app.block_applications insert(date, fee, hold_id, id, listing_id, market_price, member_id, price, promised_at, sellable_on, sent_at, settles_on, shares)
fairlot_api app.cancel_block_application() as definer
fairlot_api app.cancel_mentor_application() as definer
fairlot_api app.close_mentor() as definer
fairlot_api app.copies insert(amount, cap, hold_id, id, member_id, mentor_id, product_id, promised_at, sent_at, started_at, starts_on, state, stock_share_bp, stop_loss_bp) update(cap, paused_at, stock_share_bp, stop_loss_bp)
fairlot_api app.end_own_copy() as definer
fairlot_api app.change_copy_amount() as definer
fairlot_api app.lock_copies() as definer
fairlot_api app.credit_loans insert(amount, apr_ppm, id, member_id, number, promised_at, sent_at, term_days)
fairlot_api app.credit_increases insert(amount, id, member_id, number, promised_at, purpose, sent_at)
fairlot_api app.accrue_credit() as definer
fairlot_api app.cancel_credit_loan() as definer
fairlot_api app.credit_inputs() as definer
fairlot_api app.free_credit_pledge() as definer
fairlot_api app.pledge_credit() as definer
fairlot_api app.repay_credit() as definer
fairlot_api app.savings_plans insert(amount, created_at, days, due_from, id, member_id, next_due_on, state_at, symbol) update(amount, days, due_from, next_due_on, state, state_at)
fairlot_api app.mentor_applications insert(id, member_id, name, promised_at, sent_at, strategy_en, strategy_tw)
fairlot_api app.cancel_withdrawal() as definer
fairlot_api app.cancel_subscription() as definer
fairlot_api app.pay_subscription() as definer
fairlot_api app.auction_bids insert(auction_id, ceiling, deposit, fee, fingerprint, hold_id, id, member_id, person, sealed, sent_at)
fairlot_api app.cancel_bid() as definer
fairlot_api app.pay_bid() as definer
fairlot_api app.cancel_placement_application() as definer
fairlot_api app.currency_quotes insert(base, expires_at, get_amount, get_currency, id, is_simulated, key_id, member_id, mid, pay_amount, pay_currency, quoted_at, rate, rate_at, signature, signed_until, source, spread, spread_bps, spread_twd, value_twd)
fairlot_api app.use_currency_quote() as definer
fairlot_api app.foreign_paid() as definer
fairlot_api app.valuation_rates() as definer
fairlot_api app.placement_applications insert(amount, applied_at, hold_id, id, lots, member_id, placement_id, ticket_id)
fairlot_api app.subscriptions insert(amount, applied_at, fee, hold_id, id, member_id, nth, offer_id, shares, ticket_id)
fairlot_api app.terms insert
fairlot_api app.risk_limits insert update
fairlot_api app.uploads insert update(stored_at, taken_at)
fairlot_api app.cancel_review() as definer
fairlot_api app.withdrawals insert(amount, bank_account_id, currency, device_key, fee, hold_id, id, member_id, promised_at, reference, sent_at, signature, steps, withdrawable)
fairlot_api audit.entries insert
fairlot_api directory.accounts insert
fairlot_api directory.bank_accounts delete insert
fairlot_api directory.invitation_codes insert
fairlot_api ledger.balance_of() as definer
fairlot_api ledger.balances_at() as definer
fairlot_api ledger.balances_of() as definer
fairlot_api ledger.changes_since() as definer
fairlot_api ledger.count_lines_since() as definer
fairlot_api ledger.entry_of() as definer
fairlot_api ledger.first_line_of() as definer
fairlot_api ledger.hold_of() as definer
fairlot_api ledger.legs_of() as definer
fairlot_api ledger.open_holds() as definer
fairlot_api ledger.open_holds_by_id() as definer
fairlot_api ledger.position_of() as definer
fairlot_api ledger.post_many() as definer
fairlot_api ledger.statement() as definer
fairlot_api ledger.sums_since() as definer
fairlot_api app.share_factor() as definer
fairlot_api ledger.trial_balance() as definer
fairlot_api platform.idempotency_keys delete insert update
fairlot_api platform.restore_fault() as definer
fairlot_api status.write_heartbeat() as definer
fairlot_api status.count_level() as definer
fairlot_console app.news_pictures insert
fairlot_console app.answer_support() as definer
fairlot_console app.has_offered_shares() as definer
fairlot_console app.has_share_action() as definer
fairlot_console app.support_assignments delete insert update(assigned_at, operator_id)
fairlot_console app.support_notes insert
fairlot_console app.are_separated() as itself
fairlot_console app.bank_line_notes insert
fairlot_console app.bank_statement_lines insert
fairlot_console app.bank_statements insert
fairlot_console app.bars_of() as itself
fairlot_console app.change_operator_password() as definer
fairlot_console app.check_currency_deals() as definer
fairlot_console app.valuation_rates() as definer
fairlot_console app.credit_inputs() as definer
fairlot_console app.enrol_operator() as definer
fairlot_console app.enrolment_fits() as definer
fairlot_console app.equity_of() as definer
fairlot_console app.first_order_id() as itself
fairlot_console app.found_voting_key() as definer
fairlot_console app.fund_request_lines() as definer
fairlot_console app.has_right() as itself
fairlot_console app.holds_ticket() as definer
fairlot_console app.id_at() as itself
fairlot_console app.is_related() as itself
fairlot_console app.member_notes insert
fairlot_console app.members_on_same_device() as definer
fairlot_console app.open_review() as definer
fairlot_console app.operator_authenticators insert update(last_step)
fairlot_console app.operator_challenges insert update(tries, used_at)
fairlot_console app.operator_devices insert
fairlot_console app.operator_passkeys delete insert update(counter, last_used_at)
fairlot_console app.operator_push_subscriptions delete insert
fairlot_console app.operator_recovery_codes insert update(used_at)
fairlot_console app.operator_sessions insert update(last_seen_at, revoked_at)
fairlot_console app.operator_tries insert update
fairlot_console app.operator_voting_keys insert(credential_id, id, kind, label, operator_id, public_key, requested_at)
fairlot_console app.payouts_stopped_by() as definer
fairlot_console app.personal_views insert
fairlot_console app.review_assignments delete insert update(active_at, assigned_at, operator_id)
fairlot_console app.review_notes insert
fairlot_console app.review_openings insert
fairlot_console app.review_signatures insert(decision, key_id, opened, operator_id, review_id, revised, signature, signed_at)
fairlot_console app.saved_views delete insert
fairlot_console app.setters_of() as itself
fairlot_console app.take_enrolment_half() as definer
fairlot_console app.vote_details insert
fairlot_console app.vote_review() as definer
fairlot_console app.cancel_review() as definer
fairlot_console audit.entries insert
fairlot_console ledger.balance_of() as definer
fairlot_console ledger.balances_of() as definer
fairlot_console ledger.entry_head() as definer
fairlot_console ledger.legs_of() as definer
fairlot_console ledger.open_holds_by_id() as definer
fairlot_console ledger.prove_owner() as definer
fairlot_console ledger.trial_balance() as definer
fairlot_console ledger.trial_balance_before() as definer
fairlot_console platform.idempotency_keys delete insert update
fairlot_console platform.restore_fault() as definer
fairlot_console recon.bank_cover() as definer
fairlot_console recon.rule() as definer
fairlot_console status.write_heartbeat() as definer
fairlot_console status.figures() as definer
fairlot_console_app platform.restore_fault() as definer
fairlot_console_app status.write_heartbeat() as definer
fairlot_exchange exchange.commit_batch() as definer
fairlot_exchange exchange.ensure_partitions() as definer
fairlot_exchange exchange.halt_log() as definer
fairlot_exchange exchange.history_of() as itself
fairlot_exchange exchange.keep_book_key() as definer
fairlot_exchange exchange.keep_snapshot() as definer
fairlot_exchange exchange.prune() as definer
fairlot_exchange exchange.set_command_aside() as definer
fairlot_exchange exchange.take_shard() as definer
fairlot_exchange platform.restore_fault() as definer
fairlot_exchange status.write_heartbeat() as definer
fairlot_live app.feed_tickets delete
fairlot_live app.open_sessions() as definer
fairlot_live app.sessions_ended_since() as definer
fairlot_live exchange.member_fills() as definer
fairlot_live platform.restore_fault() as definer
fairlot_live status.write_heartbeat() as definer
fairlot_practice exchange.submit() as definer
fairlot_practice exchange.submit_many() as definer
fairlot_practice market.day_candles insert
fairlot_practice market.index_days insert
fairlot_practice market.index_minutes insert
fairlot_practice market.minute_candles insert
fairlot_practice platform.restore_fault() as definer
fairlot_practice practice.halt_requests insert(symbol, until)
fairlot_practice practice.state insert update
fairlot_practice practice.publish_mentor() as definer
fairlot_practice status.write_heartbeat() as definer
fairlot_practice_approver platform.restore_fault() as definer
fairlot_practice_approver practice.approve() as definer
fairlot_practice_approver practice.enlist() as definer
fairlot_practice_approver status.write_heartbeat() as definer
fairlot_practice_proposer platform.restore_fault() as definer
fairlot_practice_proposer practice.enlist() as definer
fairlot_practice_proposer practice.propose_dividend() as definer
fairlot_practice_proposer practice.propose_lesson() as definer
fairlot_practice_proposer practice.propose_offer() as definer
fairlot_practice_proposer practice.propose_release() as definer
fairlot_practice_proposer practice.sign_proposal() as definer
fairlot_practice_proposer status.write_heartbeat() as definer
fairlot_quotes market.cursors insert update
fairlot_quotes market.day_candles insert update
fairlot_quotes market.days insert update
fairlot_quotes market.feed_keys insert update
fairlot_quotes market.forget_minutes() as definer
fairlot_quotes market.index_days insert update
fairlot_quotes market.index_minutes insert update
fairlot_quotes market.minute_candles insert update
fairlot_quotes market.quotes insert update
fairlot_quotes platform.restore_fault() as definer
fairlot_quotes status.write_heartbeat() as definer
fairlot_reader app.bars_of() as itself
fairlot_reader app.pending_fund_requests() as itself
fairlot_reader app.reconcile() as definer
fairlot_reader app.reconcile_days() as definer
fairlot_reader platform.restore_fault() as definer
fairlot_seed app.closures insert update
fairlot_seed app.fundamental_imports insert
fairlot_seed app.fundamentals delete insert update(figures, import_id)
fairlot_seed app.instruments insert update
fairlot_seed app.price_imports insert
fairlot_seed app.restrictions insert
fairlot_seed app.seats insert
fairlot_seed app.seed_practice_channels() as definer
fairlot_seed app.site_config update(updated_at, value)
fairlot_seed exchange.submit() as definer
fairlot_seed exchange.submit_many() as definer
fairlot_seed is a member of fairlot_api
fairlot_seed platform.installation insert
fairlot_seed platform.restore_fault() as definer
fairlot_settlement app.fills insert
fairlot_settlement app.first_order_id() as itself
fairlot_settlement app.id_at() as itself
fairlot_settlement app.member_events insert
fairlot_settlement app.open_review() as definer
fairlot_settlement app.order_steps insert
fairlot_settlement app.orders update(accepted_at, borrow_fee, collateral_freed, ended_at, fee, filled_shares, filled_value, holds, interest_paid, left_shares, loan_repaid, reason, state, steps, steps_hash, tax)
fairlot_settlement app.positions insert update
fairlot_settlement audit.entries insert
fairlot_settlement ledger.balance_of() as definer
fairlot_settlement ledger.open_holds_by_id() as definer
fairlot_settlement ledger.post_many() as definer
fairlot_settlement platform.restore_fault() as definer
fairlot_settlement settlement.cursors insert update
fairlot_settlement settlement.dues delete insert update
fairlot_settlement settlement.seat_nets delete insert update
fairlot_settlement settlement.set_aside insert update(ended_at, reason, review_after, review_id, state, tried_at, waits)
fairlot_settlement status.write_heartbeat() as definer
`
  .trim()
  .split('\n')
  .concat(workerRights)
