-- Site config as name/value pairs with their history, and the agreement members sign in under.
-- The first texts are part of the migration: without an agreement in force no member could sign in.

CREATE TABLE app.site_config (
  name       text        PRIMARY KEY CHECK (name ~ '^[a-z][a-z0-9_]{0,63}$'),
  value      text        NOT NULL CHECK (length(value) <= 4000),
  updated_at timestamptz NOT NULL DEFAULT now()
);

CREATE TABLE app.site_config_history (
  change_id  uuid        PRIMARY KEY,
  name       text        NOT NULL,
  old_value  text,
  new_value  text        NOT NULL,
  changed_by text        NOT NULL,
  changed_at timestamptz NOT NULL DEFAULT now()
);
CREATE INDEX site_config_history_name ON app.site_config_history (name, changed_at);

CREATE TABLE app.agreements (
  version      text PRIMARY KEY CHECK (length(version) BETWEEN 1 AND 32),
  -- A date in Taipei: the version rules from the first minute of that day.
  effective_on date NOT NULL UNIQUE
);

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

-- A text that members agreed to must not change: versions are added, never changed.
GRANT SELECT, INSERT, UPDATE ON app.site_config TO fairlot_api, fairlot_worker;
GRANT SELECT, INSERT ON app.site_config_history, app.agreements, app.agreement_clauses TO fairlot_api, fairlot_worker;

-- `/readyz` asks which migrations have run.
GRANT SELECT ON platform.migrations TO fairlot_api, fairlot_worker;

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

INSERT INTO app.agreements (version, effective_on) VALUES ('2026-01-01', '2026-01-01');
INSERT INTO app.agreement_clauses (version, lang, document, position, title, text, plain) VALUES
  ('2026-01-01', 'tw', 'agreement', 1, '這是什麼服務',
    '本站提供模擬證券市場：行情由本站的撮合引擎依參與者的委託產生，交易使用模擬資金。模擬資金不是貨幣，不能提領、轉讓或兌換成真實的錢。本站在每個顯示價格或餘額的畫面標示「模擬行情」。若日後改以真實資金營運，本站會先公布營運者的法定名稱、執照與主管機關登記，並請你另行同意新的約定。',
    '現在是練習場：規則是真的，錢不是。'),
  ('2026-01-01', 'en', 'agreement', 1, 'What this service is',
    'This site runs a practice securities market. Prices come from its own matching engine and the orders of its participants, and trading uses paper money. Paper money is not currency: it cannot be withdrawn, transferred or exchanged for real money. Every screen that shows a price or a balance carries the mark "Simulated". Should the site ever run with real money, it will first publish the operator''s legal name, licence and entry in the regulator''s register, and will ask you to agree to new terms.',
    'For now this is a practice ground: the rules are real, the money is not.'),
  ('2026-01-01', 'tw', 'agreement', 2, '帳號與資格',
    '你須年滿十八歲，並以自己的行動電話號碼註冊。一人一個帳號。註冊時填寫的邀請碼只用來記錄邀請人，邀請人與被邀請人都不會因此得到任何報酬。你可以隨時要求關閉帳號。',
    '一個人、一個帳號；邀請別人沒有獎金。'),
  ('2026-01-01', 'en', 'agreement', 2, 'Account and who may have one',
    'You must be at least eighteen and register with your own mobile number. One person has one account. The invitation code you enter only records who invited you; neither side is rewarded for it. You may ask for your account to be closed at any time.',
    'One person, one account; nobody is paid for inviting.'),
  ('2026-01-01', 'tw', 'agreement', 3, '密碼、裝置與安全',
    '登入密碼、資金密碼、驗證碼與復原碼請勿告訴任何人，本站人員永遠不會向你索取。你可以在設定中查看已登入的裝置並將其登出，也可以開啟兩步驟驗證與通行密鑰。變更或重設登入憑證後，二十四小時內不能出金，讓你有時間發現異常。發現帳號遭他人使用時，請立即變更密碼並通知我們。',
    '我們不會跟你要密碼；換密碼後一天內不能出金。'),
  ('2026-01-01', 'en', 'agreement', 3, 'Passwords, devices and safety',
    'Tell nobody your login password, fund password, codes or recovery codes; our staff will never ask for them. In settings you can see where you are signed in, sign devices out, and turn on two-step verification and passkeys. For twenty-four hours after a credential is changed or reset nothing can be withdrawn, so that you have time to notice. If somebody else uses your account, change the password at once and tell us.',
    'We never ask for passwords; after changing one, withdrawals rest for a day.'),
  ('2026-01-01', 'tw', 'agreement', 4, '委託與成交',
    '委託送出後由撮合引擎依價格優先、時間優先處理，對所有會員、造市席位與本站一視同仁。任何人員都不能更改價格、成交或餘額，系統沒有這樣的功能。委託前會顯示手續費、交易稅與可能的限制；成交後可查看每一筆成交與其分錄。送出委託即表示你了解市價可能與你看到的不同。',
    '誰的單都照同一套規則排隊，沒有人能改價改帳。'),
  ('2026-01-01', 'en', 'agreement', 4, 'Orders and fills',
    'The matching engine treats orders by price, then time, and treats members, market-making seats and this site alike. No member of staff can change a price, a fill or a balance: no such function exists. Fees, tax and limits are shown before you send an order, and afterwards you can see each fill and its ledger lines. By sending an order you accept that the market may move from the price you saw.',
    'Everybody queues under the same rules, and nobody can edit a price or a balance.'),
  ('2026-01-01', 'tw', 'agreement', 5, '費用',
    '各項費率公布於網站並在委託前以金額顯示，實際收取的金額等於顯示的金額。費率調整至少於七日前公告，不溯及已成交的交易。本站不收取任何未列明的費用，也不以「解凍金」「保證金」「稅金」等名義要求你先付款才能出金。',
    '看到多少就收多少；要你先付錢才能出金的，一定是詐騙。'),
  ('2026-01-01', 'en', 'agreement', 5, 'Costs',
    'Rates are published and shown as amounts before you send an order; what is charged equals what was shown. Changes are announced at least seven days ahead and never reach back to past trades. There is no cost that is not listed, and we never ask you to pay an "unfreezing fee", "deposit" or "tax" before you may withdraw.',
    'You pay what you saw; whoever asks for money before paying you out is a fraud.'),
  ('2026-01-01', 'tw', 'agreement', 6, '風險',
    '證券價格會漲跌。融資、放空與當日沖銷會放大損失。跟單時他人過去的績效不代表未來，而且所有績效數字都由實際成交計算，沒有人能自行填寫。模擬市場的結果也不代表真實市場的結果。',
    '練習賺錢不等於真的會賺錢。'),
  ('2026-01-01', 'en', 'agreement', 6, 'Risk',
    'Prices rise and fall. Margin loans, short selling and day trading make losses larger. When you follow somebody, past results do not promise future ones; every figure is computed from real fills and nobody can type one in. Results in a practice market do not promise results in a real one.',
    'Winning in practice does not mean winning for real.'),
  ('2026-01-01', 'tw', 'agreement', 7, '禁止的行為',
    '不得以虛偽委託、對敲、洗售影響價格；不得使用他人帳號、規避限制、攻擊系統或大量擷取資料。發現弱點請私下回報，善意回報者不會受到追究。',
    '不要作假單、不要用別人的帳號。'),
  ('2026-01-01', 'en', 'agreement', 7, 'What is not allowed',
    'Do not move prices with orders you do not mean, by trading with yourself or in concert; do not use another person''s account, get round restrictions, attack the system or harvest data. If you find a weakness, report it privately: nobody is pursued for a report made in good faith.',
    'No sham orders, and no accounts of others.'),
  ('2026-01-01', 'tw', 'agreement', 8, '限制與申訴',
    '本站只能依列明的原因限制帳號：本人要求、疑似盜用、身分疑義、法院命令、市場行為或欠款。每項限制都記載原因、日期、兩位核定人員與複查日，你可以在會員中心看到並提出申訴。除法律禁止外，限制期間仍可平倉；登入、交易與出金的限制分別設定。',
    '限制帳號要有理由、兩個人核定，你看得到，也可以申訴。'),
  ('2026-01-01', 'en', 'agreement', 8, 'Restrictions and appeals',
    'An account may be restricted only for a listed reason: your own request, suspected takeover, doubt about identity, a court order, market conduct, or debt. Each restriction states its reason, its date, the two operators who set it and a review date; you see it in the member centre and can appeal. Unless the law forbids it, positions can still be closed. Restrictions on signing in, trading and withdrawing are set one by one.',
    'A restriction has a reason and two names; you can see it and appeal.'),
  ('2026-01-01', 'tw', 'agreement', 9, '服務中斷',
    '系統維護、故障或不可抗力可能使服務中斷。已確認的委託與分錄會寫入永久儲存後才回覆你。若因本站的錯誤造成帳務不正確，更正一律以附理由、經兩人核定的分錄進行，並顯示在你的資金紀錄中。',
    '回覆「成功」的都已存檔；改正錯帳你一定看得到。'),
  ('2026-01-01', 'en', 'agreement', 9, 'Interruptions and corrections',
    'Maintenance, faults or events beyond our control may interrupt the service. An order or posting is on durable storage before you are told that it succeeded. Where an error of ours made an account wrong, it is corrected only by a ledger entry with a reason and two approvals, and it shows in your fund record.',
    'What was confirmed is saved; every correction is visible to you.'),
  ('2026-01-01', 'tw', 'agreement', 10, '紀錄與查核',
    '帳務、委託與管理行為都留有紀錄，並以雜湊鏈串連、定期簽章。任何人事後更改都會使鏈條對不上。你可以取得自己的紀錄，並自行核對公布的檢查點。',
    '紀錄改不了，你可以自己驗。'),
  ('2026-01-01', 'en', 'agreement', 10, 'Records you can check',
    'Postings, orders and the acts of operators are recorded, linked by a chain of hashes and signed at intervals. Changing any of them afterwards breaks the chain. You can obtain your own records and check them against the published checkpoints.',
    'Records cannot be quietly changed, and you can check that yourself.'),
  ('2026-01-01', 'tw', 'agreement', 11, '約定的變更、準據法與爭議',
    '本約定變更時以新版本公布並註明生效日，你下次登入時須重新同意；不同意者可以結清並關閉帳號。本約定以中華民國法律為準據法。爭議先由客服處理，十五日內未解決者，你可以依法向主管機關申訴或提起訴訟。',
    '改約定會再問你一次；不同意可以結清離開。'),
  ('2026-01-01', 'en', 'agreement', 11, 'Changes, law and disputes',
    'A change to these terms is published as a new version with the day it takes effect, and you are asked again at your next sign-in; if you do not agree you may settle and close your account. The law of the Republic of China (Taiwan) applies. Disputes go to customer service first; if not settled within fifteen days you may turn to the competent authority or the courts.',
    'If the terms change we ask again; you are free to settle and leave.'),
  ('2026-01-01', 'tw', 'privacy', 1, '我們蒐集什麼',
    '註冊時：行動電話號碼（帳號）、密碼的雜湊值、邀請人。使用時：委託、成交、資金紀錄、登入時間、裝置種類與網路位址、你寫給客服與申訴的內容。需要身分驗證的功能另行請你提供姓名、證件號碼與影像。我們不蒐集通訊錄、位置或其他應用程式的資料。',
    '只拿辦事需要的資料。'),
  ('2026-01-01', 'en', 'privacy', 1, 'What we collect',
    'When you register: your mobile number (the account), a hash of your password, and who invited you. In use: orders, fills, fund records, times of sign-in, kind of device and network address, and what you write to customer service or in an appeal. Where identity must be verified you are asked separately for name, ID number and pictures. We do not collect contacts, location or data of other apps.',
    'Only what the work needs.'),
  ('2026-01-01', 'tw', 'privacy', 2, '用途',
    '用於提供帳號與交易、保護帳號安全、履行法定義務、處理客服與爭議。不用於廣告，不出售，也不以自動化方式做出對你有重大影響而無人覆核的決定。',
    '不賣、不做廣告。'),
  ('2026-01-01', 'en', 'privacy', 2, 'What it is used for',
    'To run your account and trades, to keep the account safe, to meet legal duties, and to handle service and disputes. Not for advertising, never sold, and no decision of weight about you is made by a machine without a person reviewing it.',
    'Not sold, no advertising.'),
  ('2026-01-01', 'tw', 'privacy', 3, '保存多久',
    '交易、帳務與稽核紀錄依法至少保存五年。登入紀錄在你的畫面上顯示九十日。未完成的註冊與驗證資料於期限後刪除。關閉帳號後，法律不要求保存的資料於三十日內刪除。',
    '帳要留五年，其他的用完就刪。'),
  ('2026-01-01', 'en', 'privacy', 3, 'How long it is kept',
    'Trade, ledger and audit records are kept for at least five years as the law requires. Sign-ins are listed to you for ninety days. Data of unfinished registrations and verifications is deleted when its time is up. After an account is closed, what the law does not require is deleted within thirty days.',
    'Ledgers stay five years; the rest goes when it is done with.'),
  ('2026-01-01', 'tw', 'privacy', 4, '如何保護',
    '密碼以 Argon2id 雜湊並另加金鑰；驗證器密鑰加密保存；連線全程加密。人員查看個人資料須有目的並留下紀錄，預設畫面遮蔽部分號碼。',
    '連我們自己也看不到你的密碼。'),
  ('2026-01-01', 'en', 'privacy', 4, 'How it is protected',
    'Passwords are hashed with Argon2id and a separate key; authenticator secrets are stored encrypted; every connection is encrypted. Staff need a purpose to see personal data, each look is recorded, and numbers are partly hidden by default.',
    'Not even we can read your password.'),
  ('2026-01-01', 'tw', 'privacy', 5, '提供給誰',
    '除你同意、法律要求或為完成你要求的服務所必需者外，不提供給第三人。委託他人處理時，我們要求同等的保護並負責。資料儲存於營運者公布的地點。',
    '不會給不相干的人。'),
  ('2026-01-01', 'en', 'privacy', 5, 'Who receives it',
    'Nobody else, unless you agree, the law requires it, or a service you asked for cannot be done without it. Whoever works on our behalf must protect it as we do, and we answer for them. Data is stored where the operator states.',
    'Not given to those who have no part in it.'),
  ('2026-01-01', 'tw', 'privacy', 6, '你的權利',
    '你可以查詢、閱覽、取得複本、補充、更正、請求停止處理或刪除自己的資料。請由會員中心或聯絡方式提出，我們於十五日內答覆。依法須保存的紀錄不能刪除，但會限制使用。',
    '你的資料，你可以看、可以改、可以要求刪。'),
  ('2026-01-01', 'en', 'privacy', 6, 'Your rights',
    'You may ask about, read, copy, complete and correct your data, and ask that its use stop or that it be deleted. Ask in the member centre or through the contact given; we answer within fifteen days. Records that the law requires cannot be deleted, but their use is limited.',
    'Your data: yours to see, correct and have removed.'),
  ('2026-01-01', 'tw', 'privacy', 7, '瀏覽器儲存',
    '本站只使用必要的 Cookie（登入綁定、防偽造、已知裝置）與瀏覽器儲存（登入權杖、帳號、語言與外觀）。沒有追蹤，也沒有第三方的 Cookie。登出時權杖即被清除。',
    '沒有追蹤，只有登入需要的東西。'),
  ('2026-01-01', 'en', 'privacy', 7, 'Browser storage',
    'Only necessary cookies are used (binding the session, protection against forged requests, known device) and browser storage (session token, account, language, appearance). There is no tracking and no cookie of third parties. Signing out removes the token.',
    'No tracking, only what signing in needs.'),
  ('2026-01-01', 'tw', 'privacy', 8, '未成年人、外洩通知與聯絡',
    '本服務不提供給未滿十八歲者。若發生可能影響你的資料外洩，我們會在查明後儘速通知你，說明影響與因應方式，並依法通報主管機關。聯絡方式見「關於我們」。',
    '出事會告訴你。'),
  ('2026-01-01', 'en', 'privacy', 8, 'Minors, breaches and contact',
    'The service is not for anyone under eighteen. If a breach may affect you, we tell you as soon as it is established, say what it means and what to do, and report it to the authority as the law requires. The contact is on the About page.',
    'If something happens, you will hear it from us.');
