-- The console's page shows every drill: of an upgrade, of degraded disks, clocks and networks, of endurance, of live viewers, of NATS, of
-- containers and the proxy, of alerts, of secrets.
ALTER TABLE status.drills
  DROP CONSTRAINT drills_kind_check,
  ADD CONSTRAINT drills_kind_check CHECK (kind IN ('backup', 'restore', 'failover', 'upgrade', 'degrade', 'soak', 'viewers', 'nats',
    'containers', 'alerts', 'secrets'));
