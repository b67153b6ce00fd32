-- Generated minutes of the indices, marked like generated candles, for the days before the market's first trade.

ALTER TABLE market.index_minutes ADD COLUMN simulated boolean NOT NULL DEFAULT false;
GRANT INSERT ON market.index_minutes TO fairlot_practice;
