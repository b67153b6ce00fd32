import { Button, CodeInput, Field, Icon, Keypad, PinInput, useForm } from '@fairlot/ui'
import { useState } from 'react'
import { Sample } from './Sample.tsx'
import styles from './Gallery.module.css'

export function Forms() {
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
    <Sample title="欄位" aside="說出哪裡錯、怎麼改">
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
    </Sample>
  )
}
