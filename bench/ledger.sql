\set a random(1, 2000)
\set b random(1, 2000)
\set k random(1, 1000000000000000000)
SELECT outcome, entry_id::text, posted_ms::text, refused_on
FROM ledger.post_many(ARRAY['bench.transfer'], ARRAY['bench'], ARRAY['bare ' || :k], ARRAY[now()], ARRAY[1, 1, 1],
  ARRAY['member/01900000-0000-7000-8000-' || lpad(:a::text, 12, '0') || '/TWD/available',
    'member/01900000-0000-7000-8000-' || lpad(:b::text, 12, '0') || '/TWD/available', 'fees/brokerage/TWD/income'],
  ARRAY[-100, 99, 1]::bigint[], ARRAY[NULL, NULL, NULL]::uuid[])
ORDER BY n;
