import { Counter, Gauge, Histogram, type Registry } from 'prom-client'

export type SettlementMetrics = ReturnType<typeof makeSettlementMetrics>

export function makeSettlementMetrics(registry: Registry) {
  const registers = [registry]
  const labelNames = ['shard'] as const
  return {
    fills: new Counter({
      name: 'fairlot_settlement_fills_total',
      help: "Members' sides of trades settled",
      labelNames,
      registers,
    }),
    orders: new Counter({
      name: 'fairlot_settlement_orders_total',
      help: 'Orders changed by events of the venue',
      labelNames,
      registers,
    }),
    seconds: new Histogram({
      name: 'fairlot_settlement_transaction_seconds',
      help: 'Time of one settling transaction',
      labelNames,
      buckets: [0.002, 0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5],
      registers,
    }),
    lagSeconds: new Histogram({
      name: 'fairlot_settlement_lag_seconds',
      help: 'From the time of the newest event settled to its commit here',
      labelNames,
      buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 5, 60],
      registers,
    }),
    stuck: new Gauge({
      name: 'fairlot_settlement_stuck',
      help: '1 while a shard cannot be settled and is tried again',
      labelNames,
      registers,
    }),
  }
}
