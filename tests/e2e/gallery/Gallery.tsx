// Every component in every state on one page, for visual review, for the accessibility check and for the tests of
// visible behaviour. It is a sample sheet, so its sentences are written here; no product screen takes a text from it.

import {
  ActionBar,
  Avatar,
  Bar,
  Button,
  Card,
  ChangePill,
  Delta,
  Dialog,
  Field,
  Icon,
  type IconName,
  Logo,
  Money,
  PriceCell,
  Screen,
  ScreenBody,
  Section,
  Sheet,
  SimulatedMark,
  Sparkline,
  StatePill,
  TabBar,
  TextLink,
  useForm,
  useToast,
} from '@fairlot/ui'
import { useState } from 'react'
import { icons } from '../../../packages/ui/src/icons.ts'
import { Sample } from './Sample.tsx'
import { Contents, States } from './ContentSamples.tsx'
import { Buttons, Controls } from './ControlSamples.tsx'
import { DetailSamples } from './DetailSamples.tsx'
import { Forms } from './FormSamples.tsx'
import { TradingSamples } from './TradingSamples.tsx'
import styles from './Gallery.module.css'

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
    <Sample title="顏色" aside="角色，不是色票">
      <div className={styles.swatches}>
        {roles.map(([token, name]) => (
          <div key={token}>
            <i style={{ background: `var(--${token})` }} />
            <span>{name}</span>
          </div>
        ))}
      </div>
    </Sample>
  )
}

/** Made up, like every figure on this sheet. */
const rising = [21100, 21050, 21150, 21300, 21250, 21400, 21350, 21450]
const falling = [19700, 19750, 19650, 19600, 19680, 19550, 19520, 19500]

function Prices() {
  const [tick, setTick] = useState(0)
  return (
    <Sample title="價格格" aside="昨收決定顏色，跳動只閃底色">
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
    </Sample>
  )
}

function Layers() {
  const toast = useToast()
  const [dialog, setDialog] = useState(false)
  const [sheet, setSheet] = useState(false)
  const form = useForm({ fields: { amount: { filter: 'number', rules: [] } } })
  return (
    <Sample title="浮層">
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
    </Sample>
  )
}

function Marks() {
  return (
    <Sample title="標誌與圖示" aside={`${Object.keys(icons).length} 個`}>
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
    </Sample>
  )
}

export function Gallery() {
  return (
    <Screen foot="tabs">
      <Bar title="元件" mark={<SimulatedMark>模擬行情</SimulatedMark>} />
      <ScreenBody>
        <Colours />
        <Prices />
        <DetailSamples />
        <TradingSamples />
        <Buttons />
        <Controls />
        <Forms />
        <Contents />
        <Layers />
        <States />
        <Marks />
        <Section title="段落標題" aside={<TextLink href="/gallery">全部</TextLink>}>
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
            href: '/gallery',
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
