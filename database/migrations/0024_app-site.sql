-- Site config as name/value pairs with their history, and the agreement members sign in under.
-- The first texts are part of the migration: without an agreement in force no member could sign in.

CREATE TABLE app.site_config (
  name       text        PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9_]{0,63}$'),
  value      text        NOT NULL CHECK (length(value) <= 4000),
  updated_at timestamptz NOT NULL DEFAULT now()
);
INSERT INTO app.site_config (name, value) VALUES
  ('title', 'Fairlot'),
  ('logo', ''),
  ('image_base', '/api/'),
  -- The public code, filled into the registration form; empty makes the site invite-only.
  ('invitation_code', 'FAIRLOT'),
  ('number_million_suffix', 'juta'),
  -- Entries of the bottom menu in order; the app shows those whose screens exist.
  ('menu', 'home,trade,market,follow,mine,news,funds'),
  ('support_contact', '');
-- Two operators set it, so only the worker writes it: a taken api cannot rename the site.
GRANT SELECT ON app.site_config TO fairlot_api;
GRANT SELECT, INSERT, UPDATE ON app.site_config TO fairlot_worker;
GRANT SELECT ON app.site_config TO fairlot_console;

CREATE TABLE app.site_config_history (
  change_id  uuid        PRIMARY KEY,
  name       text        NOT NULL,
  old_value  text,
  new_value  text        NOT NULL,
  changed_by text        NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now(),
  review_id  uuid        REFERENCES app.reviews (id)
);
CREATE INDEX site_config_history_name ON app.site_config_history (name, changed_at);
GRANT SELECT ON app.site_config_history TO fairlot_api;
GRANT SELECT, INSERT ON app.site_config_history TO fairlot_worker;
GRANT SELECT ON app.site_config_history TO fairlot_console;

-- Pictures of the site, public and few: named by their own hash, so a name never means other bytes.
CREATE TABLE app.site_images (
  hash    text        PRIMARY KEY,
  bytes   bytea       NOT NULL CHECK (octet_length(bytes) BETWEEN 1 AND 65536),
  kept_at timestamptz NOT NULL,
  CONSTRAINT site_images_named_by_hash CHECK (hash = encode(sha256(bytes), 'hex'))
);
GRANT SELECT ON app.site_images TO fairlot_api;
GRANT SELECT, INSERT ON app.site_images TO fairlot_worker;
GRANT SELECT ON app.site_images TO fairlot_console;

CREATE TABLE app.agreements (
  version      text PRIMARY KEY CHECK (length(version) BETWEEN 1 AND 32),
  -- A date in Taipei: the version rules from the first minute of that day.
  effective_on date NOT NULL UNIQUE
);
INSERT INTO app.agreements (version, effective_on) VALUES ('2026-01-01', '2026-01-01');
GRANT SELECT ON app.agreements TO fairlot_api, fairlot_worker;

CREATE TABLE app.agreement_clauses (
  version  text    NOT NULL REFERENCES app.agreements,
  lang     text    NOT NULL CHECK (lang IN ('tw', 'en')),
  document text    NOT NULL CHECK (document IN ('agreement', 'privacy')),
  position integer NOT NULL CHECK (position > 0),
  title    text    NOT NULL CHECK (length(title) <= 120),
  text     text    NOT NULL CHECK (length(text) <= 4000),
  -- The same in one plain sentence, for readers who skip the clause.
  plain    text    NOT NULL CHECK (length(plain) <= 400),
  PRIMARY KEY (version, lang, document, position)
);
INSERT INTO app.agreement_clauses (version, lang, document, position, title, text, plain) VALUES
  ('2026-01-01', 'tw', 'agreement', 1, '服務說明',
    '本站提供模擬證券市場：行情由本站的撮合引擎依參與者的委託產生，交易使用模擬資金。模擬資金不是貨幣，不能提領、轉讓或兌換成真實的錢。本站在每個顯示價格或餘額的畫面標示「模擬行情」。若日後改以真實資金營運，本站會先公布營運者的法定名稱、執照與主管機關登記，並請你另行同意新的約定。',
    '目前是模擬市場：規則是真的，資金是模擬的。'),
  ('2026-01-01', 'en', 'agreement', 1, 'About this service',
    'This site runs a practice securities market. Prices come from its own matching engine and the orders of its participants, and trading uses paper money. Paper money is not currency: it cannot be withdrawn, transferred or exchanged for real money. Every screen that shows a price or a balance carries the mark "Simulated". If the site later runs with real money, it will first publish the operator''s legal name, licence and regulatory registration, and ask you to agree to new terms.',
    'For now this is a practice market: the rules are real, the money is not.'),
  ('2026-01-01', 'tw', 'agreement', 2, '帳號與資格',
    '你須年滿十八歲，並以自己的行動電話號碼註冊。一人一個帳號。註冊時填寫的邀請碼只用來記錄邀請人，邀請人與被邀請人都不會因此得到任何報酬。你可以隨時要求關閉帳號。',
    '一人一個帳號；邀請他人沒有獎金。'),
  ('2026-01-01', 'en', 'agreement', 2, 'Accounts and eligibility',
    'You must be at least eighteen and register with your own mobile number. Each person may have one account. The invitation code you enter only records who invited you. Neither side is rewarded for it. You may ask us to close your account at any time.',
    'One person, one account. There is no reward for inviting others.'),
  ('2026-01-01', 'tw', 'agreement', 3, '密碼、裝置與安全',
    '登入密碼、資金密碼、驗證碼與復原碼請勿告訴任何人，本站人員永遠不會向你索取。你可以在設定中查看已登入的裝置並將其登出，也可以開啟兩步驟驗證與通行密鑰。變更或重設登入憑證後，二十四小時內不能提領，讓你有時間發現異常。發現帳號遭他人使用時，請立即變更密碼並通知我們。',
    '我們不會向你索取密碼；變更密碼後一天內不能提領。'),
  ('2026-01-01', 'en', 'agreement', 3, 'Passwords, devices and security',
    'Never share your login password, fund password, verification codes or recovery codes. Our staff will never ask for them. In settings you can see your logged-in devices, log them out, and turn on two-step verification and passkeys. You cannot withdraw for twenty-four hours after a login credential is changed or reset, so that you have time to notice a problem. If another person uses your account, change your password immediately and notify us.',
    'We never ask for your passwords. After you change one, you cannot withdraw for a day.'),
  ('2026-01-01', 'tw', 'agreement', 4, '委託與成交',
    '委託送出後由撮合引擎依價格優先、時間優先處理，對所有會員、造市席位與本站一視同仁。任何人員都不能更改價格、成交或餘額，系統沒有這樣的功能。委託前會顯示手續費、交易稅與可能的限制；成交後可查看每一筆成交與其分錄。送出委託即表示你了解市價可能與你看到的不同。',
    '所有委託依同一套規則排隊，任何人都不能更改價格或帳務。'),
  ('2026-01-01', 'en', 'agreement', 4, 'Orders and fills',
    'The matching engine processes orders by price, then time, and treats members, market-making seats and this site equally. No member of staff can change a price, a fill or a balance: no such function exists. Fees, tax and possible limits are shown before you send an order. Afterwards you can see each fill and its ledger lines. By sending an order you accept that the market price may differ from the price you saw.',
    'All orders queue under the same rules. No person can edit a price or a balance.'),
  ('2026-01-01', 'tw', 'agreement', 5, '費用',
    '各項費率公布於網站並在委託前以金額顯示，實際收取的金額等於顯示的金額。費率調整至少於七日前公告，不溯及已成交的交易。本站不收取任何未列明的費用，也不以「解凍金」「保證金」「稅金」等名義要求你先付款才能提領。',
    '顯示多少就收多少；要求先付款才能提領的，都是詐騙。'),
  ('2026-01-01', 'en', 'agreement', 5, 'Fees',
    'Rates are published on the site and shown as amounts before you send an order. You are charged the amount shown. Rate changes are announced at least seven days in advance and do not apply to past trades. We charge no unlisted fees, and we never ask you to pay an "unfreezing fee", "deposit" or "tax" before you can withdraw.',
    'You pay the amount shown. A demand for payment before a withdrawal is a scam.'),
  ('2026-01-01', 'tw', 'agreement', 6, '風險',
    '證券價格會漲跌。融資、放空與當日沖銷會放大損失。跟單時他人過去的績效不代表未來，而且所有績效數字都由實際成交計算，沒有人能自行填寫。模擬市場的結果也不代表真實市場的結果。',
    '模擬獲利不代表真實獲利。'),
  ('2026-01-01', 'en', 'agreement', 6, 'Risk',
    'Securities prices rise and fall. Margin loans, short selling and day trading increase losses. When you follow a trader, past performance does not guarantee future results. All performance figures are calculated from actual fills, and no person can enter them by hand. Results in a practice market do not represent results in a real market.',
    'Profit in practice does not mean profit in a real market.'),
  ('2026-01-01', 'tw', 'agreement', 7, '禁止的行為',
    '不得以虛偽委託、對敲、洗售影響價格；不得使用他人帳號、規避限制、攻擊系統或大量擷取資料。發現弱點請私下回報，善意回報者不會受到追究。',
    '不得下虛偽委託，也不得使用他人帳號。'),
  ('2026-01-01', 'en', 'agreement', 7, 'Prohibited conduct',
    'Do not influence prices with false orders, matched orders or wash trades. Do not use another person''s account, bypass restrictions, attack the system or harvest data. If you find a vulnerability, report it privately. We take no action against reports made in good faith.',
    'No false orders, and no use of another person''s account.'),
  ('2026-01-01', 'tw', 'agreement', 8, '限制與申訴',
    '本站只能依列明的原因限制帳號：本人要求、疑似盜用、身分疑義、法院命令、市場行為或欠款。每項限制都記載原因、日期、兩位核定人員與複查日，你可以在會員中心看到並提出申訴。除法律禁止外，限制期間仍可平倉；登入、交易與提領的限制分別設定。',
    '限制帳號須有理由並由兩人核定，你可以查看，也可以申訴。'),
  ('2026-01-01', 'en', 'agreement', 8, 'Restrictions and appeals',
    'An account may be restricted only for a listed reason: your own request, suspected takeover, doubt about identity, a court order, market conduct, or debt. Each restriction states its reason, its date, the two operators who approved it and a review date. You can see it in the member centre and appeal. Unless the law forbids it, you can still close positions. Restrictions on login, trading and withdrawals are set separately.',
    'A restriction needs a reason and two approvals. You can see it and appeal.'),
  ('2026-01-01', 'tw', 'agreement', 9, '服務中斷',
    '系統維護、故障或不可抗力可能使服務中斷。已確認的委託與分錄會寫入永久儲存後才回覆你。若因本站的錯誤造成帳務不正確，更正一律以附理由、經兩人核定的分錄進行，並顯示在你的資金紀錄中。',
    '回覆「成功」的都已存檔；每筆帳務更正你都看得到。'),
  ('2026-01-01', 'en', 'agreement', 9, 'Interruptions and corrections',
    'Maintenance, faults or events beyond our control may interrupt the service. We write a confirmed order or ledger entry to durable storage before we reply to you. If our error makes an account incorrect, we correct it only with a ledger entry that has a reason and two approvals, and it appears in your fund record.',
    'Everything confirmed is saved. You can see every correction.'),
  ('2026-01-01', 'tw', 'agreement', 10, '紀錄與查核',
    '帳務、委託與管理行為都留有紀錄，並以雜湊鏈串連、定期簽章。任何人事後更改都會使鏈條對不上。你可以取得自己的紀錄，並自行核對公布的檢查點。',
    '紀錄無法竄改，你可以自行驗證。'),
  ('2026-01-01', 'en', 'agreement', 10, 'Records you can check',
    'Ledger entries, orders and operator actions are recorded, linked in a hash chain and signed at intervals. Any later change breaks the chain. You can obtain your own records and check them against the published checkpoints.',
    'Records cannot be changed without a trace, and you can check that yourself.'),
  ('2026-01-01', 'tw', 'agreement', 11, '約定的變更、準據法與爭議',
    '本約定變更時以新版本公布並註明生效日，你下次登入時須重新同意；不同意者可以結清並關閉帳號。本約定以中華民國法律為準據法。爭議先由客服處理，十五日內未解決者，你可以依法向主管機關申訴或提起訴訟。',
    '約定變更時會再次徵求你的同意；不同意可以結清並關閉帳號。'),
  ('2026-01-01', 'en', 'agreement', 11, 'Changes, law and disputes',
    'We publish a change to these terms as a new version with its effective date and ask for your agreement at your next login. If you do not agree, you may settle and close your account. The law of the Republic of China (Taiwan) applies. Customer service handles disputes first. If a dispute is not resolved within fifteen days, you may complain to the competent authority or go to court.',
    'If the terms change, we ask for your agreement again. If you do not agree, you can settle and close your account.'),
  ('2026-01-01', 'tw', 'privacy', 1, '蒐集的資料',
    '註冊時：行動電話號碼（帳號）、密碼的雜湊值、邀請人。使用時：委託、成交、資金紀錄、登入時間、裝置種類與網路位址、你寫給客服與申訴的內容。需要身分驗證的功能另行請你提供姓名、證件號碼與影像。我們不蒐集通訊錄、位置或其他應用程式的資料。',
    '只蒐集提供服務所需的資料。'),
  ('2026-01-01', 'en', 'privacy', 1, 'What we collect',
    'When you register: your mobile number (the account), a hash of your password, and who invited you. When you use the service: orders, fills, fund records, login times, device type and network address, and what you write to customer service or in an appeal. Features that need identity verification ask separately for your name, ID number and photos. We do not collect contacts, location or data from other apps.',
    'We collect only what the service needs.'),
  ('2026-01-01', 'tw', 'privacy', 2, '用途',
    '用於提供帳號與交易、保護帳號安全、履行法定義務、處理客服與爭議。不用於廣告，不出售，也不以自動化方式做出對你有重大影響而無人覆核的決定。',
    '不出售，不用於廣告。'),
  ('2026-01-01', 'en', 'privacy', 2, 'How we use it',
    'We use it to provide your account and trading, keep your account secure, meet legal obligations, and handle customer service and disputes. We do not use it for advertising and do not sell it. We make no automated decision with a significant effect on you without human review.',
    'Not sold, not used for advertising.'),
  ('2026-01-01', 'tw', 'privacy', 3, '保存期間',
    '交易、帳務與稽核紀錄依法至少保存五年。登入紀錄在你的畫面上顯示九十日。未完成的註冊與驗證資料於期限後刪除。關閉帳號後，法律不要求保存的資料於三十日內刪除。',
    '帳務保存五年，其他資料不再需要時刪除。'),
  ('2026-01-01', 'en', 'privacy', 3, 'How long we keep it',
    'We keep trade, ledger and audit records for at least five years as the law requires. Your screen shows sign-ins for ninety days. We delete data from unfinished registrations and verifications after its time limit. After an account is closed, we delete data the law does not require us to keep within thirty days.',
    'We keep ledgers for five years and delete the rest when it is no longer needed.'),
  ('2026-01-01', 'tw', 'privacy', 4, '如何保護',
    '密碼以 Argon2id 雜湊並另加金鑰；驗證器密鑰加密保存；連線全程加密。人員查看個人資料須有目的並留下紀錄，預設畫面遮蔽部分號碼。',
    '我們也看不到你的密碼。'),
  ('2026-01-01', 'en', 'privacy', 4, 'How we protect it',
    'Passwords are hashed with Argon2id and a separate key; authenticator secrets are stored encrypted; every connection is encrypted. Staff need a purpose to view personal data, every view is recorded, and numbers are partly hidden by default.',
    'Not even we can read your password.'),
  ('2026-01-01', 'tw', 'privacy', 5, '提供對象',
    '除你同意、法律要求或為完成你要求的服務所必需者外，不提供給第三人。委託他人處理時，我們要求同等的保護並負責。資料儲存於營運者公布的地點。',
    '不會提供給無關的人。'),
  ('2026-01-01', 'en', 'privacy', 5, 'Who receives it',
    'We do not share it with third parties unless you agree, the law requires it, or a service you requested needs it. Companies that process data for us must protect it as we do, and we are responsible for them. Data is stored at the location the operator publishes.',
    'We do not share it with unrelated parties.'),
  ('2026-01-01', 'tw', 'privacy', 6, '你的權利',
    '你可以查詢、閱覽、取得複本、補充、更正、請求停止處理或刪除自己的資料。請由會員中心或聯絡方式提出，我們於十五日內答覆。依法須保存的紀錄不能刪除，但會限制使用。',
    '你可以查看、更正並要求刪除自己的資料。'),
  ('2026-01-01', 'en', 'privacy', 6, 'Your rights',
    'You may ask about, view, copy, complete and correct your data, and ask us to stop using it or delete it. Contact us through the member centre or the contact details given. We answer within fifteen days. Records that the law requires us to keep cannot be deleted, but we restrict their use.',
    'You can view and correct your data and ask us to delete it.'),
  ('2026-01-01', 'tw', 'privacy', 7, '瀏覽器儲存',
    '本站只使用必要的 Cookie（登入綁定、防偽造、已知裝置）與瀏覽器儲存（登入權杖、帳號、語言與外觀）。沒有追蹤，也沒有第三方的 Cookie。登出時權杖即被清除。',
    '沒有追蹤，只儲存登入所需的資料。'),
  ('2026-01-01', 'en', 'privacy', 7, 'Browser storage',
    'We use only necessary cookies (session binding, protection against forged requests, known device) and browser storage (session token, account, language, appearance). There is no tracking and there are no third-party cookies. Logging out removes the token.',
    'No tracking, only what login needs.'),
  ('2026-01-01', 'tw', 'privacy', 8, '未成年人、外洩通知與聯絡',
    '本服務不提供給未滿十八歲者。若發生可能影響你的資料外洩，我們會在查明後儘速通知你，說明影響與因應方式，並依法通報主管機關。聯絡方式見「關於我們」。',
    '發生資料外洩時會通知你。'),
  ('2026-01-01', 'en', 'privacy', 8, 'Minors, breaches and contact',
    'The service is not available to anyone under eighteen. If a data breach may affect you, we notify you as soon as possible once it is confirmed, explain its effect and what to do, and report it to the authority as the law requires. Contact details are on the About page.',
    'We notify you if a data breach occurs.');
-- A text that members agreed to must not change: versions are added by migrations, never changed.
GRANT SELECT ON app.agreement_clauses TO fairlot_api, fairlot_worker;
