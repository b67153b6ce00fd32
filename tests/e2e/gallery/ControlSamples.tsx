import {
  Avatar,
  Button,
  Card,
  Checkbox,
  Chip,
  Chips,
  Choices,
  CopyButton,
  IconButton,
  LinkButton,
  Pager,
  PagerDots,
  Row,
  Segments,
  StatusChip,
  Stepper,
  Switch,
  Tabs,
  TabStrip,
  TextLink,
  Triangle,
  useOnce,
} from '@fairlot/ui'
import { useState } from 'react'
import { copyTexts, Sample } from './Sample.tsx'
import styles from './Gallery.module.css'

export function Buttons() {
  const slow = useOnce(() => new Promise<void>((done) => void setTimeout(done, 3000)))
  return (
    <Sample title="按鈕" aside="高 50，最小觸控 44">
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
        <LinkButton href="/gallery" kind="quiet" small icon="link">
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
    </Sample>
  )
}

export function Controls() {
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
      <Sample title="步進器與分段">
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
      </Sample>
      <Sample title="選擇">
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
            <TextLink inline href="/gallery">
              使用者協議
            </TextLink>
          </Checkbox>
        </div>
      </Sample>
      <Sample title="分頁">
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
          panel="gallery-group"
          items={[
            { value: 'all', label: '全部', count: 9 },
            { value: 'chips', label: '半導體', count: 3 },
          ]}
        />
        <div
          id="gallery-group"
          role="tabpanel"
          aria-labelledby={`gallery-group-${group}`}
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
      </Sample>
      <Sample title="列">
        <Card rows>
          <Row
            icon="shield-check"
            title="帳戶安全"
            caption="密碼、兩步驟驗證、裝置"
            value={<StatusChip tone="warn">還差一步</StatusChip>}
            href="/gallery"
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
          <Row leading={<Avatar name="林書安" />} title="林書安" caption="0912-***-678" href="/gallery" />
          <Row icon="logout" title="登出" tone="crit" onPress={() => {}} />
        </Card>
      </Sample>
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
