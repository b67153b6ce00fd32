-- The console's page also shows the drills of an upgrade, of degraded disks, clocks and networks, of endurance and of live viewers.
ALTER TABLE status.drills
  DROP CONSTRAINT drills_kind_check,
  ADD CONSTRAINT drills_kind_check CHECK (kind IN ('backup', 'restore', 'failover', 'upgrade', 'degrade', 'soak', 'viewers'));
