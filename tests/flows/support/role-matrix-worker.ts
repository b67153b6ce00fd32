// The rights of the worker, which are the most: a part of role-matrix.ts.

export const workerRights: readonly string[] = `
fairlot_worker app.appeals update(decided_at, decided_by_first, decided_by_second, note, state)
fairlot_worker app.authenticators update(sealed_seed)
fairlot_worker app.bank_accounts update(decided_at, is_default, note, rejection_reason, state, usable_from)
fairlot_worker app.bank_statement_lines insert update(deposit_id, differences, matched_at, returned_withdrawal, returns_line, withdrawal_id)
fairlot_worker app.bank_statements insert
fairlot_worker app.bars_of() as itself
fairlot_worker app.challenges delete
fairlot_worker app.claim_review() as definer
fairlot_worker app.close_review() as definer
fairlot_worker app.closures delete insert
fairlot_worker app.conditional_cursors insert update
fairlot_worker app.conditional_days insert update
fairlot_worker app.conditional_orders insert update
fairlot_worker app.coupon_cursors insert update(event)
fairlot_worker app.coupon_grants insert
fairlot_worker app.coupons insert update(entry_id, order_id, state, used, used_at)
fairlot_worker app.credential_failures delete
fairlot_worker app.withdraw_news() as definer
fairlot_worker app.foreign_paid() as definer
fairlot_worker app.valuation_rates() as definer
fairlot_worker app.begin_currency_backup() as definer
fairlot_worker app.currency_backups update(ended_at)
fairlot_worker app.currency_quotes delete
fairlot_worker app.currency_rate_points delete insert
fairlot_worker app.currency_rates insert update
fairlot_worker app.day_trade_covers insert
fairlot_worker app.day_trade_days insert update
fairlot_worker app.day_trading_applications update(decided_at, decided_by, reason, state)
fairlot_worker app.block_applications update(decided_at, entry_id, note, rejection_reason, state)
fairlot_worker app.block_listings insert(closes_at, date, hold_id, id, left_shares, listed_at, max_shares, min_shares, password_key, password_mac, price, review_id, seat_id, shares, symbol) update(closed_at, state)
fairlot_worker app.book_block_trade() as definer
fairlot_worker app.end_block_listings() as definer
fairlot_worker app.allot_placement() as definer
fairlot_worker app.book_allotments() as definer
fairlot_worker app.close_placement() as definer
fairlot_worker app.placement_applications update(decided_at, entry_id, state, void_reason)
fairlot_worker app.opening_draws insert
fairlot_worker app.placements insert(closes_at, delivers_on, draw_id, draws_at, hold_id, id, kind, lots, max_lots, method, min_lots, opens_at, price, published_at, review_id, seat_id, symbol) update(ended_at, state)
fairlot_worker app.deposit_channel_history insert
fairlot_worker app.deposit_channels insert update
fairlot_worker app.deposit_corrections insert
fairlot_worker app.deposits update(booked, decided_at, entry_id, note, rejection_reason, state, steps)
fairlot_worker app.draw_ranks insert
fairlot_worker app.draw_secrets insert
fairlot_worker app.draws insert update(beacon_signature, closed_at, decided_at, order_hash, randomness, release_review, release_round, released_at, root, secret, seed, state, tickets, void_at, void_reason)
fairlot_worker app.enrolment_halves insert update(sealed)
fairlot_worker app.ensure_order_months() as definer
fairlot_worker app.expire_reviews() as definer
fairlot_worker app.fail_reconciliation() as definer
fairlot_worker app.feed_tickets delete
fairlot_worker app.files update(dropped_at, gone_at)
fairlot_worker app.first_order_id() as itself
fairlot_worker app.flag_review() as definer
fairlot_worker app.forget_clean_runs() as definer
fairlot_worker app.id_at() as itself
fairlot_worker app.identities update(decided_at, note, problems, reason, state)
fairlot_worker app.instrument_view_counts delete
fairlot_worker app.instrument_views delete
fairlot_worker app.instruments update(venue_sent_at)
fairlot_worker app.journals insert
fairlot_worker app.known_devices delete
fairlot_worker app.margin_calls insert update
fairlot_worker app.market_halts insert update(resumed_at, resumed_by)
fairlot_worker app.member_keys insert update(master_key_id, rewrapped_at, shredded_at, wrapped)
fairlot_worker app.note_review_trouble() as definer
fairlot_worker app.close_news_reads() as definer
fairlot_worker app.delete_support_threads() as definer
fairlot_worker app.support_answers update(notified_at)
fairlot_worker app.delete_news_pictures() as definer
fairlot_worker app.import_news() as definer
fairlot_worker app.news_imports insert update
fairlot_worker app.publish_news() as definer
fairlot_worker app.notices delete insert update(delivered_at)
fairlot_worker app.open_review() as definer
fairlot_worker app.operator_authenticators update(sealed_seed)
fairlot_worker app.operator_challenges delete
fairlot_worker app.operator_push_subscriptions delete
fairlot_worker app.operator_relations insert
fairlot_worker app.operator_roles delete insert update(until)
fairlot_worker app.operator_sessions delete update(revoked_at)
fairlot_worker app.operator_tries delete
fairlot_worker app.operator_voting_keys update(revoked_at, valid_from)
fairlot_worker app.operators insert update(enrolment_hash, enrolment_until, left_at, name)
fairlot_worker app.order_exits insert update(armed, done)
fairlot_worker app.member_events delete insert
fairlot_worker app.pair_cursors insert update(event)
fairlot_worker app.pair_trades delete insert update(amount, reviewed, shares, trades)
fairlot_worker app.payout_batches insert update(file)
fairlot_worker app.payouts_stopped_by() as definer
fairlot_worker app.pending_fund_requests() as itself
fairlot_worker app.personal_views update(notified_at)
fairlot_worker app.holds_ticket() as definer
fairlot_worker app.is_related() as itself
fairlot_worker app.lock_cancels() as definer
fairlot_worker app.lock_order_facts() as definer
fairlot_worker app.read_member_facts() as definer
fairlot_worker app.write_cancels() as definer
fairlot_worker app.write_orders() as definer
fairlot_worker app.positions update(closing, day_trade)
fairlot_worker app.prepare_month() as definer
fairlot_worker app.price_alert_cursors insert update
fairlot_worker app.price_alert_days insert update
fairlot_worker app.price_alert_firings insert update
fairlot_worker app.price_alerts update(state)
fairlot_worker app.trade_notice_cursors insert update(at, event)
fairlot_worker app.price_imports insert
fairlot_worker app.push_jobs delete insert update(due_at, tries)
fairlot_worker app.push_subscriptions delete
fairlot_worker app.reconcile() as definer
fairlot_worker app.recovery_requests delete update(contact, decided_at, decided_by_first, decided_by_second, joined_to, review_id, reviewed_at, state, statement)
fairlot_worker app.restrictions insert update(lift_reason, lifted_at, lifted_by_first, lifted_by_second)
fairlot_worker app.review_push_jobs delete insert update(due_at, tries)
fairlot_worker app.review_pushes delete insert
fairlot_worker app.rule_stops insert
fairlot_worker app.rule_values insert(announced_at, holds_from, reason, reason_en, review_id, rule, set_by_first, set_by_second, value)
fairlot_worker app.run_reconciliation() as definer
fairlot_worker app.sessions delete
fairlot_worker app.set_stop() as definer
fairlot_worker app.setters_of() as itself
fairlot_worker app.site_config insert update
fairlot_worker app.site_config_history insert
fairlot_worker app.site_images insert
fairlot_worker app.suspense_items insert update(ended_at, ended_entry, released_review, return_reference, return_review, returning_at, state)
fairlot_worker app.terms insert
fairlot_worker app.risk_limits insert update
fairlot_worker app.uploads delete update(dropped_at)
fairlot_worker app.mentor_applications update(decided_at, note, reason, state)
fairlot_worker app.mentor_days insert
fairlot_worker app.savings_plans update(next_due_on)
fairlot_worker app.savings_runs insert(amount, at, at_upper, due_on, ended_at, odd_order, on_date, plan_id, reason, state, whole_order)
fairlot_worker app.end_savings_run() as definer
fairlot_worker app.publish_mentor() as definer
fairlot_worker app.copies update(note)
fairlot_worker app.end_copy() as definer
fairlot_worker app.write_copy_purchases() as definer
fairlot_worker app.cancel_copy_block() as definer
fairlot_worker app.copy_result() as definer
fairlot_worker app.prepare_copy_lines() as definer
fairlot_worker app.lock_copies() as definer
fairlot_worker app.return_copy_money() as definer
fairlot_worker app.restore_copy_money() as definer
fairlot_worker app.follower_results() as definer
fairlot_worker app.take_copy_notices() as definer
fairlot_worker app.finish_copy_sales() as definer
fairlot_worker app.send_copy_chunk() as definer
fairlot_worker app.publish_copy_product() as definer
fairlot_worker app.start_copy() as definer
fairlot_worker app.accrue_credit() as definer
fairlot_worker app.call_credit() as definer
fairlot_worker app.collect_credit() as definer
fairlot_worker app.decide_credit_increase() as definer
fairlot_worker app.end_credit_sale() as definer
fairlot_worker app.free_credit_pledge() as definer
fairlot_worker app.move_credit_call() as definer
fairlot_worker app.pass_credit_loan() as definer
fairlot_worker app.pledge_credit() as definer
fairlot_worker app.reject_credit_loan() as definer
fairlot_worker app.sell_credit_pledge() as definer
fairlot_worker app.accrue_dividends() as definer
fairlot_worker app.announce_corporate_action() as definer
fairlot_worker app.cancel_corporate_action() as definer
fairlot_worker app.deliver_shares() as definer
fairlot_worker app.dividend_entitlements update(notified_at)
fairlot_worker app.dividend_notices update(ended_at, notified, upto)
fairlot_worker app.has_offered_shares() as definer
fairlot_worker app.has_share_action() as definer
fairlot_worker app.last_close() as definer
fairlot_worker app.pay_dividends() as definer
fairlot_worker app.pay_seats() as definer
fairlot_worker app.take_entitlements() as definer
fairlot_worker app.wealth_days insert
fairlot_worker app.draw_tickets delete
fairlot_worker app.auction_bids update(awarded, decided_at, entry_id, forfeit_entry_id, kept, lots, price, problem, rank, salt, state, void_reason)
fairlot_worker app.auctions insert update(beacon_signature, closed_at, inventory_id, randomness, removed_at, root, state)
fairlot_worker app.deliver_bids() as definer
fairlot_worker app.deliver_subscriptions() as definer
fairlot_worker app.end_free_days() as definer
fairlot_worker app.list_new_shares() as definer
fairlot_worker app.offers insert update(draw_id, drawn_from, inventory_id, removed_at, stage, state)
fairlot_worker app.subscriptions update(decided_at, entry_id, paid_at, paid_by, pay_by, place, state, void_reason)
fairlot_worker app.withdrawals update(batch_id, decided_at, entry_id, note, ordered_at, paid_at, rejection_reason, stage, state, steps)
fairlot_worker audit.checkpoints insert
fairlot_worker audit.ensure_partitions() as definer
fairlot_worker audit.reserve_tree() as definer
fairlot_worker audit.entries insert
fairlot_worker audit.links insert
fairlot_worker audit.tree_leaves insert
fairlot_worker audit.tree_nodes insert
fairlot_worker audit.trees insert
fairlot_worker audit.unlinked delete
fairlot_worker directory.bank_accounts delete insert
fairlot_worker directory.join_owners() as definer
fairlot_worker directory.persons delete insert
fairlot_worker exchange.decide_command() as definer
fairlot_worker exchange.submit() as definer
fairlot_worker exchange.submit_many() as definer
fairlot_worker exchange.submit_phase() as definer
fairlot_worker ledger.balance_of() as definer
fairlot_worker ledger.balances_at() as definer
fairlot_worker ledger.balances_of() as definer
fairlot_worker ledger.changes_since() as definer
fairlot_worker ledger.checkpoint() as definer
fairlot_worker ledger.ensure_partitions() as definer
fairlot_worker ledger.entry_of() as definer
fairlot_worker ledger.first_line_of() as definer
fairlot_worker ledger.forget() as definer
fairlot_worker ledger.hold_of() as definer
fairlot_worker ledger.legs_of() as definer
fairlot_worker ledger.lines_written() as definer
fairlot_worker ledger.member_sums() as definer
fairlot_worker ledger.open_holds() as definer
fairlot_worker ledger.open_holds_by_id() as definer
fairlot_worker ledger.post_many() as definer
fairlot_worker ledger.reverse() as definer
fairlot_worker ledger.statement() as definer
fairlot_worker ledger.sums_since() as definer
fairlot_worker ledger.trial_balance() as definer
fairlot_worker platform.idempotency_keys delete
fairlot_worker platform.restore_fault() as definer
fairlot_worker practice.halt_requests delete update(decided_at, refusal)
fairlot_worker recon.close_day() as definer
fairlot_worker settlement.set_aside update(ended_at, review_after, review_id, state)
fairlot_worker status.write_heartbeat() as definer
fairlot_worker status.heartbeats delete
fairlot_worker status.figures() as definer
fairlot_worker status.samples delete insert
fairlot_worker status.count_level() as definer
fairlot_worker status.service_levels delete
`
  .trim()
  .split('\n')
