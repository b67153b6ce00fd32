import {
  Button,
  Card,
  Empty,
  ErrorState,
  Evidence,
  Hash,
  KeyValues,
  Note,
  ProgressSteps,
  SignedOut,
  SimulatedMark,
  Skeleton,
  StatusChip,
  Timeline,
} from '@fairlot/ui'
import { ToastCard } from '../../../packages/ui/src/layers/Toast.tsx'
import { copyTexts, Sample } from './Sample.tsx'
import styles from './Gallery.module.css'

export function Contents() {
  return (
    <>
      <Sample title="狀態標籤">
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
      </Sample>
      <Sample title="時間軸與步驟">
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
      </Sample>
      <Sample title="數字表">
        <Card pad>
          <KeyValues
            items={[
              { key: 'amount', label: '委託金額', value: 'NT$429,000.00' },
              { key: 'fee', label: '手續費', value: 'NT$611.00' },
              { key: 'sum', label: '這筆需要', value: 'NT$429,611.00', sum: true },
            ]}
          />
        </Card>
      </Sample>
      <Sample title="憑據">
        <div className={styles.stack}>
          <Evidence title="成交憑據" verdict="雜湊相符">
            <p>一句白話，再給數字，最後才給雜湊。</p>
            <Hash text="9c1f6e27 … 41d0a27e" full="9c1f6e27b0aa41d0a27e" copy={copyTexts} />
          </Evidence>
          <Evidence title="憑據對不上" verdict="請通報" tone="crit">
            <p>重算結果和我們公布的不同。這筆已標記，客服會在一小時內聯絡你。</p>
          </Evidence>
        </div>
      </Sample>
      <Sample title="提示">
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
      </Sample>
    </>
  )
}

export function States() {
  return (
    <>
      <Sample title="載入骨架" aside="形狀和內容一樣，不閃爍">
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
      </Sample>
      <Sample title="沒有內容、失敗、未登入">
        <Empty
          nothing="目前沒有資料"
          text="在個股頁點星號，就會出現在這裡，方便你每天追蹤。"
          icon="star"
          action={<Button>搜尋股票</Button>}
        />
        <Empty nothing="目前沒有資料" text="抽籤結束後，結果會列在這裡。" />
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
      </Sample>
    </>
  )
}
