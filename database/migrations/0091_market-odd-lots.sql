-- The book of odd lots in the quote of an instrument: last price and shares of the day, best five, indicative price and
-- shares, time of the next match. Null on a day without odd lots.
ALTER TABLE market.quotes ADD COLUMN odd jsonb;
