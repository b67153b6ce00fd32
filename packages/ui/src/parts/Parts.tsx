// Every part in every state on one page, for visual review, for the accessibility check and for the tests of visible
// behaviour. It is a sample sheet, so its sentences are written here; no product screen takes a text from it.

import { type ReactNode, useState } from 'react'
import {
  ActionBar,
  Avatar,
  Bar,
  Button,
  Card,
  Checkbox,
  ChangePill,
  Chip,
  Chips,
  Choices,
  CodeInput,
  CopyButton,
  Delta,
  Dialog,
  Empty,
  ErrorState,
  Evidence,
  Field,
  Hash,
  Icon,
  type IconName,
  IconButton,
  Keypad,
  KeyValues,
  LinkButton,
  Logo,
  Money,
  Note,
  Pager,
  PagerDots,
  PinInput,
  PriceCell,
  ProgressSteps,
  Row,
  Screen,
  ScreenBody,
  Section,
  Segments,
  Sheet,
  SignedOut,
  SimulatedMark,
  Skeleton,
  Sparkline,
  StatePill,
  StatusChip,
  Stepper,
  Switch,
  TabBar,
  Tabs,
  TabStrip,
  TextLink,
  Timeline,
  Triangle,
  useForm,
  useOnce,
  useToast,
} from '../index.ts'
import { icons } from '../icons.ts'
import { ToastCard } from '../layers/Toast.tsx'
import { DetailParts } from './DetailParts.tsx'
import { TradingParts } from './TradingParts.tsx'
import styles from './Parts.module.css'

const copyTexts = { copy: '複製', copied: '已複製', failed: '無法複製' }

function Part({
  title,
  aside,
  children,
}: {
  readonly title: string
  readonly aside?: string
  readonly children: ReactNode
}) {
  return (
    <section className={styles.part} aria-label={title}>
      <h2>
        {title}
        {aside === undefined ? null : <small>{aside}</small>}
      </h2>
      {children}
    </section>
  )
}

const roles = [
  ['page', '紙'],
  ['surface', '面'],
  ['surface-2', '井'],
  ['text', '墨'],
  ['brand', '靛'],
  ['brand-soft', '證'],
  ['up-mark', '漲'],
  ['down-mark', '跌'],
  ['up-soft', '漲淺'],
  ['down-soft', '跌淺'],
  ['warn-soft', '待辦'],
  ['crit-soft', '錯誤'],
] as const

function Colours() {
  return (
    <Part title="顏色" aside="角色，不是色票">
      <div className={styles.swatches}>
        {roles.map(([token, name]) => (
          <div key={token}>
            <i style={{ background: `var(--${token})` }} />
            <span>{name}</span>
          </div>
        ))}
      </div>
    </Part>
  )
}

/** Made up, like every figure on this sheet. */
const rising = [21100, 21050, 21150, 21300, 21250, 21400, 21350, 21450]
const falling = [19700, 19750, 19650, 19600, 19680, 19550, 19520, 19500]

function Prices() {
  const [tick, setTick] = useState(0)
  return (
    <Part title="價格格" aside="昨收決定顏色，跳動只閃底色">
      <Card pad>
        <div className={styles.prices}>
          <span>上漲</span>
          <PriceCell direction="up" text="214.50" />
          <ChangePill direction="up" text="1.66%" spoken="上漲" />
          <span>下跌</span>
          <PriceCell direction="down" text="195.00" />
          <ChangePill direction="down" text="1.02%" spoken="下跌" />
          <span>持平</span>
          <PriceCell direction="flat" text="126.00" />
          <ChangePill direction="flat" text="0.00%" spoken="持平" />
          <span>漲停</span>
          <PriceCell direction="up" text="129.50" />
          <ChangePill direction="up" text="9.75%" spoken="漲停" limit />
          <span>跌停</span>
          <PriceCell direction="down" text="40.05" />
          <ChangePill direction="down" text="9.99%" spoken="跌停" limit />
          <span>試撮</span>
          <PriceCell direction="up" text="215.00" />
          <ChangePill direction="up" text="1.90%" spoken="試撮上漲" outlined />
          <span>行情中斷</span>
          <PriceCell direction="up" text="214.50" stale />
          <StatePill>2 分前</StatePill>
          <span>暫停</span>
          <PriceCell direction="flat" text="268.00" stale />
          <StatePill icon="pause">暫停</StatePill>
          <span>不明</span>
          <PriceCell direction="flat" text="—" stale />
          <StatePill>無試撮</StatePill>
          <span>行內</span>
          <PriceCell direction="up" text="214.50" />
          <Delta direction="up" text="1.66%" spoken="上漲" kind="inline" />
        </div>
        <div className={styles.sparks}>
          <Sparkline values={rising} reference={21100} direction="up" />
          <Sparkline values={falling} reference={19700} direction="down" />
          <Sparkline values={[]} reference={12600} direction="flat" />
          <Sparkline values={rising} reference={21100} direction="up" area />
          <Sparkline values={falling} reference={19700} direction="down" stale />
        </div>
        <div className={styles.money}>
          <Money symbol="NT$" text="1,453,246.00" size="display" />
          <Money symbol="NT$" text="1,453,246.00" size="display" hidden />
          <span className={styles.flex}>
            <PriceCell
              direction="up"
              text="214.50"
              flash={tick === 0 ? undefined : { tick: 'up', count: tick }}
            />
            <Button kind="quiet" small onPress={() => setTick(tick + 1)}>
              跳動一次
            </Button>
          </span>
        </div>
      </Card>
    </Part>
  )
}

function Buttons() {
  const slow = useOnce(() => new Promise<void>((done) => void setTimeout(done, 3000)))
  return (
    <Part title="按鈕" aside="高 50，最小觸控 44">
      <div className={styles.flex}>
        <Button>主要</Button>
        <Button kind="quiet">次要</Button>
        <Button kind="outline">線框</Button>
        <Button kind="text">文字</Button>
      </div>
      <div className={styles.flex}>
        <Button kind="long">做多</Button>
        <Button kind="short">做空</Button>
        <Button kind="danger">移除</Button>
        <Button kind="danger-fill">登出全部</Button>
        <Button kind="quiet" small>
          小
        </Button>
        <LinkButton href="/parts" kind="quiet" small icon="link">
          連結
        </LinkButton>
        <CopyButton text="K7M2QX" texts={copyTexts} />
      </div>
      <div className={styles.stack}>
        <Button wide icon="passkey">
          用通行密鑰登入
        </Button>
        <Button wide loading={slow.busy} onPress={() => slow.run()}>
          {slow.busy ? '送出中' : '慢慢送出'}
        </Button>
        <div>
          <Button wide disabled reason="還需要：一致的密碼、邀請碼">
            建立帳戶
          </Button>
        </div>
      </div>
      <div className={styles.flex}>
        <IconButton name="search" label="搜尋" onPress={() => {}} />
        <IconButton name="bell" label="通知，有新訊息" dot onPress={() => {}} />
        <IconButton name="star" label="自選" pressed onPress={() => {}} />
        <TextLink onPress={() => {}}>忘記密碼？</TextLink>
      </div>
    </Part>
  )
}

function Controls() {
  const [lots, setLots] = useState(2)
  const [side, setSide] = useState<'long' | 'short'>('long')
  const [times, setTimes] = useState<'1' | '2' | '2.5'>('2')
  const [on, setOn] = useState(true)
  const [agreed, setAgreed] = useState(true)
  const [chip, setChip] = useState('all')
  const [convention, setConvention] = useState<'taiwan' | 'west'>('taiwan')
  const [way, setWay] = useState<'passkey' | 'authenticator'>('passkey')
  const [tab, setTab] = useState<'held' | 'open' | 'done'>('held')
  const [page, setPage] = useState(0)
  const [group, setGroup] = useState<'all' | 'chips'>('all')
  const [limit, setLimit] = useState(22000)
  return (
    <>
      <Part title="步進器與分段">
        <div className={styles.stack}>
          <Stepper
            label="張數"
            value={lots}
            onChange={setLots}
            min={1}
            max={20}
            unit="張"
            texts={{ less: '減一張', more: '加一張' }}
            hint={<span>最多 20 張</span>}
          />
          <Stepper
            label="價格"
            value={limit}
            onChange={setLimit}
            min={19000}
            max={23200}
            move={(price, way) => price + way * 50}
            format={(price) => `${Math.floor(price / 100)}.${String(price % 100).padStart(2, '0')}`}
            parse={(text) => {
              const [, whole, cents = ''] = /^(\d{1,6})(?:\.(\d{0,2}))?$/.exec(text) ?? []
              return whole === undefined ? undefined : Number(whole) * 100 + Number(cents.padEnd(2, '0'))
            }}
            texts={{ less: '低一檔', more: '高一檔' }}
            hint={<span>每檔 0.50</span>}
          />
          <Segments
            label="方向"
            value={side}
            onChange={setSide}
            items={[
              { value: 'long', label: '做多', tone: 'up' },
              { value: 'short', label: '做空', tone: 'down' },
            ]}
          />
          <Segments
            label="倍數"
            compact
            value={times}
            onChange={setTimes}
            items={[
              { value: '1', label: '1×' },
              { value: '2', label: '2×' },
              { value: '2.5', label: '2.5×' },
            ]}
          />
        </div>
      </Part>
      <Part title="選擇">
        <div className={styles.stack}>
          <Choices
            label="漲跌顏色"
            layout="pair"
            value={convention}
            onChange={setConvention}
            items={[
              { value: 'taiwan', title: '紅漲綠跌', lead: <Convention up="red" down="green" /> },
              { value: 'west', title: '綠漲紅跌', lead: <Convention up="green" down="red" /> },
            ]}
          />
          <Choices
            label="驗證方式"
            value={way}
            onChange={setWay}
            items={[
              {
                value: 'passkey',
                title: '通行密鑰',
                caption: '用臉、指紋或實體金鑰，馬上完成',
                icon: 'passkey',
              },
              {
                value: 'authenticator',
                title: '驗證器 App',
                caption: '6 位數驗證碼，馬上完成',
                icon: 'phone',
              },
            ]}
          />
          <Chips label="篩選">
            {['all', 'rise', 'loss', 'volume'].map((key, index) => (
              <Chip key={key} selected={chip === key} onPress={() => setChip(key)}>
                {['全部', '漲跌', '跌幅榜', '成交量'][index]}
              </Chip>
            ))}
          </Chips>
          <Checkbox checked={agreed} onChange={setAgreed} error={agreed ? undefined : '請先閱讀並同意。'}>
            我已閱讀並同意
            <TextLink inline href="/parts">
              使用者協議
            </TextLink>
          </Checkbox>
        </div>
      </Part>
      <Part title="分頁">
        <Tabs
          label="委託狀態"
          value={tab}
          onChange={setTab}
          items={[
            { value: 'held', label: '持有中', panel: <p className={styles.panel}>第一頁，可以左右滑。</p> },
            { value: 'open', label: '委託中', panel: <p className={styles.panel}>第二頁</p> },
            { value: 'done', label: '已結束', panel: <p className={styles.panel}>第三頁</p> },
          ]}
        />
        <TabStrip
          label="自選群組"
          value={group}
          onChange={setGroup}
          panel="parts-group"
          items={[
            { value: 'all', label: '全部', count: 9 },
            { value: 'chips', label: '半導體', count: 3 },
          ]}
        />
        <div
          id="parts-group"
          role="tabpanel"
          aria-labelledby={`parts-group-${group}`}
          className={styles.panel}
        >
          一個面板，隨分頁換內容。
        </div>
        <Pager
          label="介紹"
          current={page}
          onChange={setPage}
          pages={[1, 2, 3].map((at) => ({
            key: `${at}`,
            node: <div className={styles.page}>第 {at} 張</div>,
          }))}
        />
        <PagerDots
          count={3}
          current={page}
          onChange={setPage}
          label={`第 ${page + 1} 頁，共 3 頁，看下一頁`}
        />
      </Part>
      <Part title="列">
        <Card rows>
          <Row
            icon="shield-check"
            title="帳戶安全"
            caption="密碼、兩步驟驗證、裝置"
            value={<StatusChip tone="warn">還差一步</StatusChip>}
            href="/parts"
          />
          <Row icon="globe" title="語言" value="繁體中文" onPress={() => {}} />
          <Row
            icon="bell"
            title="到價提醒"
            caption="目前 4 個"
            trailing={<Switch label="到價提醒" checked={on} onChange={setOn} />}
          />
          <Row
            icon="warning"
            title="追繳與到期"
            caption="為了保護你，不能關閉"
            trailing={<Switch label="追繳與到期" checked onChange={() => {}} disabled />}
          />
          <Row icon="passkey" tile="brand" title="這支手機" caption="今天 09:12 使用過" chevron={false} />
          <Row leading={<Avatar name="林書安" />} title="林書安" caption="0912-***-678" href="/parts" />
          <Row icon="logout" title="登出" tone="crit" onPress={() => {}} />
        </Card>
      </Part>
    </>
  )
}

const Convention = ({ up, down }: { readonly up: string; readonly down: string }) => (
  <span className={styles.convention}>
    <span style={{ color: `var(--${up})` }}>
      <Triangle direction="up" />
    </span>
    <span style={{ color: `var(--${down})` }}>
      <Triangle direction="down" />
    </span>
  </span>
)

function Forms() {
  const [code, setCode] = useState('417')
  const [wrong, setWrong] = useState('417902')
  const [pin, setPin] = useState('1234')
  const [pad, setPad] = useState(false)
  const form = useForm({
    fields: {
      account: {
        filter: 'digit',
        maxLength: 10,
        rules: [
          { required: true, message: '這一欄必填。' },
          { pattern: /^\d{10}$/, message: '帳號是十位數的手機號碼。', on: 'blur' },
        ],
      },
      password: {
        secret: true,
        initial: 'paper2026lot',
        rules: [
          { required: true, message: '這一欄必填。' },
          { pattern: /^\S*$/, message: '密碼不能有空白。', on: 'change' },
        ],
      },
      again: {
        secret: true,
        rules: [
          { required: true, message: '這一欄必填。' },
          { validator: (value, values) => value === values['password'], message: '兩次輸入的密碼不一致。' },
        ],
      },
      amount: { filter: 'number', maxLength: 9, rules: [{ required: true, message: '請輸入金額。' }] },
      note: { maxLength: 20, rules: [] },
    },
  })
  const reveal = { show: '顯示密碼', hide: '隱藏密碼' }
  return (
    <Part title="欄位" aside="說出哪裡錯、怎麼改">
      <form
        noValidate
        onSubmit={(event) => {
          event.preventDefault()
          form.validate()
        }}
      >
        <Field
          {...form.bind('account')}
          label="帳號"
          inputMode="numeric"
          placeholder="0912345678"
          valid={/^\d{10}$/.test(form.values.account)}
          help="十位數，其他字元不會被輸入。"
        />
        <Field
          {...form.bind('password')}
          label="登入密碼"
          type="password"
          autoComplete="new-password"
          reveal={reveal}
          rules={[
            { text: '至少 8 個字元', met: form.values.password.length >= 8 },
            {
              text: '英文字母和數字',
              met: /[a-z]/i.test(form.values.password) && /\d/.test(form.values.password),
            },
          ]}
        />
        <Field
          {...form.bind('again')}
          label="再輸入一次密碼"
          type="password"
          autoComplete="new-password"
          reveal={reveal}
        />
        <Field {...form.bind('amount')} label="金額" inputMode="decimal" placeholder="0.00" />
        <Field
          {...form.bind('note')}
          label="說明"
          multiline
          help={`最多 20 個字，已輸入 ${[...form.values.note].length} 個`}
        />
        <div className={styles.stack}>
          <Button type="submit" wide>
            檢查這張表
          </Button>
          <Button
            kind="quiet"
            wide
            onPress={() => form.setServerError('account', '這個帳號已經註冊過，請直接登入。')}
          >
            伺服器說帳號有錯
          </Button>
        </div>
      </form>
      <div className={styles.stack}>
        <CodeInput
          label="驗證碼"
          value={code}
          onChange={setCode}
          help={
            <>
              <Icon name="clock" size={0.9375} />
              <span>驗證碼每 30 秒更新，輸入完會自動送出</span>
            </>
          }
        />
        <CodeInput label="錯誤的驗證碼" value={wrong} onChange={setWrong} error="驗證碼不正確或已用過。" />
        <PinInput label="資金密碼" value={pin} onChange={setPin} />
        <Button kind="quiet" wide onPress={() => setPad(!pad)}>
          {pad ? '收起數字鍵盤' : '打開數字鍵盤'}
        </Button>
      </div>
      {pad ? (
        <div className={styles.bar}>
          <Keypad
            label="數字鍵盤"
            deleteLabel="刪除一位"
            onDigit={(digit) => setPin((before) => (before + digit).slice(0, 6))}
            onDelete={() => setPin((before) => before.slice(0, -1))}
          />
        </div>
      ) : null}
    </Part>
  )
}

function Contents() {
  return (
    <>
      <Part title="狀態標籤">
        <div className={styles.flex}>
          <StatusChip>已到帳</StatusChip>
          <StatusChip tone="brand" icon="check">
            已實名
          </StatusChip>
          <StatusChip tone="warn">審核中</StatusChip>
          <StatusChip tone="crit">已退回</StatusChip>
          <StatusChip tone="solid">本次</StatusChip>
          <StatusChip tone="up">做多 2×</StatusChip>
          <StatusChip tone="down">做空</StatusChip>
          <SimulatedMark>模擬行情</SimulatedMark>
        </div>
      </Part>
      <Part title="時間軸與步驟">
        <ProgressSteps
          label="第 2 步，共 3 步"
          steps={['確認身分', '輸入 6 位數', '再輸入一次']}
          current={1}
        />
        <Card pad>
          <Timeline
            steps={[
              { key: 'a', state: 'done', title: '完成', time: '03/10 09:00', actor: { text: '系統' } },
              {
                key: 'b',
                state: 'now',
                title: '進行中',
                time: '今天 15:30',
                caption: '說明下一步，以及逾期會怎樣。',
                actor: { text: '你', tone: 'me' },
              },
              { key: 'c', state: 'todo', title: '還沒到', time: '03/16 10:00' },
              { key: 'd', state: 'bad', title: '沒有通過', time: '03/17 10:00' },
            ]}
          />
        </Card>
      </Part>
      <Part title="數字表">
        <Card pad>
          <KeyValues
            items={[
              { key: 'amount', label: '委託金額', value: 'NT$429,000.00' },
              { key: 'fee', label: '手續費', value: 'NT$611.00' },
              { key: 'sum', label: '這筆需要', value: 'NT$429,611.00', sum: true },
            ]}
          />
        </Card>
      </Part>
      <Part title="憑據">
        <div className={styles.stack}>
          <Evidence title="成交憑據" verdict="雜湊相符">
            <p>一句白話，再給數字，最後才給雜湊。</p>
            <Hash text="9c1f6e27 … 41d0a27e" full="9c1f6e27b0aa41d0a27e" copy={copyTexts} />
          </Evidence>
          <Evidence title="憑據對不上" verdict="請通報" tone="crit">
            <p>重算結果和我們公布的不同。這筆已標記，客服會在一小時內聯絡你。</p>
          </Evidence>
        </div>
      </Part>
      <Part title="提示">
        <div className={styles.stack}>
          <Note>說明：中性，不擋路。</Note>
          <Note tone="brand" icon="shield-check">
            已驗證：可以自己重算。
          </Note>
          <Note tone="warn">注意：你的錢或期限可能受影響。</Note>
          <Note tone="crit">錯誤：沒有完成，說明資金有沒有動。</Note>
          <ToastCard
            content={{
              text: '委託已送出，單號 F0312-005102',
              tone: 'done',
              action: { label: '查看', onPress: () => {} },
            }}
            dismissLabel="關閉訊息"
            onHide={() => {}}
          />
          <ToastCard
            content={{ text: '委託沒有送出，系統忙線', detail: '你的資金沒有變動。', tone: 'crit' }}
            dismissLabel="關閉訊息"
            onHide={() => {}}
          />
        </div>
      </Part>
    </>
  )
}

function Layers() {
  const toast = useToast()
  const [dialog, setDialog] = useState(false)
  const [sheet, setSheet] = useState(false)
  const form = useForm({ fields: { amount: { filter: 'number', rules: [] } } })
  return (
    <Part title="浮層">
      <div className={styles.stack}>
        <Button kind="quiet" wide onPress={() => setDialog(true)}>
          打開對話框
        </Button>
        <Button kind="quiet" wide onPress={() => setSheet(true)}>
          打開底部面板
        </Button>
        <Button kind="quiet" wide onPress={() => toast({ text: '已儲存', tone: 'done' })}>
          三秒訊息
        </Button>
        <Button
          kind="quiet"
          wide
          onPress={() =>
            toast({
              text: '委託沒有送出，系統忙線',
              detail: '你的資金沒有變動。',
              tone: 'crit',
              action: { label: '重試', onPress: () => toast({ text: '已送出', tone: 'done' }) },
            })
          }
        >
          有動作的訊息
        </Button>
      </div>
      <Dialog
        open={dialog}
        onClose={() => setDialog(false)}
        title="登入已逾時"
        icon="lock"
        role="alertdialog"
        progressMs={1500}
        actions={
          <Button wide onPress={() => setDialog(false)}>
            重新登入
          </Button>
        }
      >
        為了保護你的帳戶，請重新登入。
        <br />
        部位與委託不受影響。
      </Dialog>
      <Sheet
        open={sheet}
        onClose={() => {
          setSheet(false)
          form.reset()
        }}
        title="送出前再看一次"
        closeLabel="關閉"
        guard={{
          dirty: form.dirty,
          title: '要離開嗎？',
          text: '你輸入的內容不會保留。',
          leave: '離開',
          stay: '留下',
        }}
        footer={
          <Button wide onPress={() => toast({ text: '面板裡的訊息', tone: 'done' })}>
            送出
          </Button>
        }
      >
        <Field {...form.bind('amount')} label="金額" inputMode="decimal" placeholder="0.00" />
      </Sheet>
    </Part>
  )
}

function States() {
  return (
    <>
      <Part title="載入骨架" aside="形狀和內容一樣，不閃爍">
        <Card rows>
          <div className={styles.bones}>
            <span>
              <Skeleton width="4rem" height="0.875rem" />
              <Skeleton width="2.5rem" height="0.625rem" />
            </span>
            <Skeleton width="3.875rem" height="1.25rem" />
            <Skeleton width="4rem" height="0.875rem" />
            <Skeleton width="4.5rem" height="1.75rem" round="0.5rem" />
          </div>
        </Card>
      </Part>
      <Part title="沒有內容、失敗、未登入">
        <Empty
          nothing="暫無數據"
          text="在個股頁點星號，就會出現在這裡，方便你每天追蹤。"
          icon="star"
          action={<Button>搜尋股票</Button>}
        />
        <Empty nothing="暫無數據" text="抽籤結束後，結果會列在這裡。" />
        <ErrorState
          title="資料沒有載入"
          text="你的帳戶沒有任何變動，只是這一頁沒有拿到資料。"
          retry={{ label: '重試', onPress: () => {} }}
          detail="0195-7c1f"
        />
        <SignedOut
          title="登入後才看得到"
          text="這一頁是你自己的資料。登入後會回到這裡。"
          action={<Button>登入</Button>}
        />
      </Part>
    </>
  )
}

function Marks() {
  return (
    <Part title="標誌與圖示" aside={`${Object.keys(icons).length} 個`}>
      <div className={styles.flex}>
        <Logo size={2.75} label="Fairlot" />
        <span className={styles.dark}>
          <Logo kind="bars" size={2} />
        </span>
        <Avatar name="林書安" size="l" />
      </div>
      <ul className={styles.icons}>
        {(Object.keys(icons) as IconName[]).map((name) => (
          <li key={name}>
            <Icon name={name} />
            <span lang="en">{name}</span>
          </li>
        ))}
      </ul>
    </Part>
  )
}

export function Parts() {
  return (
    <Screen foot="tabs">
      <Bar title="元件" mark={<SimulatedMark>模擬行情</SimulatedMark>} />
      <ScreenBody>
        <Colours />
        <Prices />
        <DetailParts />
        <TradingParts />
        <Buttons />
        <Controls />
        <Forms />
        <Contents />
        <Layers />
        <States />
        <Marks />
        <Section title="段落標題" aside={<TextLink href="/parts">全部</TextLink>}>
          <Card pad>卡片沒有陰影，只有髮線。</Card>
        </Section>
        <Section title="小段落標題" small>
          <Card pad>設定頁用的群組。</Card>
        </Section>
        <div className={styles.bar}>
          <ActionBar>
            <Button kind="quiet">回去改</Button>
            <Button>送出委託</Button>
          </ActionBar>
        </div>
      </ScreenBody>
      <TabBar
        label="主選單"
        items={(['home', 'trade', 'market', 'follow', 'mine', 'news', 'funds'] as const).map(
          (key, index) => ({
            key,
            href: '/parts',
            icon: key,
            label: ['首頁', '交易', '行情', '跟單', '我的', '新聞', '資金'][index] ?? '',
            current: key === 'mine',
            dot: key === 'news' ? '有新訊息' : undefined,
          }),
        )}
      />
    </Screen>
  )
}
