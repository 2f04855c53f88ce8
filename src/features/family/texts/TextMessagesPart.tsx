import { useQuery, useQueryClient } from '@tanstack/react-query'
import { MessageSquare, MessageSquareOff } from 'lucide-react'
import { useState } from 'react'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { Form } from '#ui/Form.tsx'
import { Loading } from '#ui/Loading.tsx'
import { TextField } from '#ui/TextField.tsx'
import { usePhoneInWords } from '#ui/use-phone.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { read, useSend } from '#web/api.ts'
import style from '../subscriptions/MailChoices.module.css'
import { type TextMessages, texts } from './api.ts'

/** Section of a parent's page for text messages. Renders nothing if the installation doesn't send any. */
export function TextMessagesPart() {
  const queries = useQueryClient()
  const list = read(texts.read, {})
  const { data, isPending } = useQuery(list)
  const [isChanging, setChanging] = useState(false)
  if (isPending) return <Loading />
  if (!data?.isAvailable) return null
  const shows = ({ isAvailable, phone, isConfirmed }: TextMessages) => {
    queries.setQueryData(list.queryKey, { isAvailable, phone, isConfirmed })
    setChanging(false)
  }
  return (
    <section className="stack gap-4" aria-labelledby="texts">
      <h2 id="texts">{t('Text messages')}</h2>
      <div className={`${style.center} grid column gap-4 pad-5 surface ink`}>
        {data.phone !== null && data.isConfirmed && <ConfirmedNumber phone={data.phone} onChange={shows} />}
        {data.phone !== null && !data.isConfirmed && !isChanging && (
          <CodeForm phone={data.phone} onChange={shows} onAgain={() => setChanging(true)} />
        )}
        {(data.phone === null || (isChanging && !data.isConfirmed)) && (
          <NumberForm before={data.phone ?? ''} onChange={shows} />
        )}
      </div>
    </section>
  )
}

type OnChange = (now: TextMessages) => void

function NumberForm({ before, onChange }: { before: string; onChange: OnChange }) {
  const [phone, setPhone] = useState(before)
  const send = useSend(texts.begin, { onSuccess: onChange })
  return (
    <Form className="stack gap-4" onSubmit={() => send.mutate({ phone })}>
      <p>
        {t(
          'Get your centers’ automatic messages as text messages as well. Choose which ones under Email settings. Your carrier may charge for messages.',
        )}
      </p>
      <TextField
        label={t('Mobile number')}
        type="tel"
        autoComplete="tel"
        maxLength={64}
        value={phone}
        error={send.error ? sentenceFor(send.error) : null}
        onChange={setPhone}
      />
      <div>
        <Button type="submit" icon={<MessageSquare aria-hidden />} busy={send.isPending}>
          {t('Send me a code')}
        </Button>
      </div>
    </Form>
  )
}

type CodeFormProps = { phone: string; onChange: OnChange; onAgain: () => void }

function CodeForm({ phone, onChange, onAgain }: CodeFormProps) {
  const [code, setCode] = useState('')
  const [isWrong, setWrong] = useState(false)
  const shown = usePhoneInWords(phone)
  const send = useSend(texts.confirm, {
    onSuccess: ({ isRight, ...now }) => {
      setWrong(!isRight)
      if (isRight) onChange(now)
    },
  })
  return (
    <Form className="stack gap-4" onSubmit={() => send.mutate({ code })}>
      <p>{t('We sent a code to {shown}. It is valid for ten minutes.', { shown })}</p>
      <TextField
        label={t('Code')}
        inputMode="numeric"
        autoComplete="one-time-code"
        pattern="\d{6}"
        maxLength={6}
        error={isWrong ? t('This code is wrong or has expired.') : null}
        value={code}
        onChange={setCode}
      />
      <div className="cluster gap-2">
        <Button type="submit" kind="primary" busy={send.isPending}>
          {t('Confirm')}
        </Button>
        <Button kind="quiet" onClick={onAgain}>
          {t('Change the number or get a new code')}
        </Button>
      </div>
    </Form>
  )
}

function ConfirmedNumber({ phone, onChange }: { phone: string; onChange: OnChange }) {
  const shown = usePhoneInWords(phone)
  const end = useSend(texts.end, { onSuccess: onChange })
  return (
    <>
      <p>
        <Sentence
          text="Automatic messages also go to {phone}. Choose which ones under Email settings."
          phone={<strong>{shown}</strong>}
        />
      </p>
      <div>
        <Button icon={<MessageSquareOff aria-hidden />} busy={end.isPending} onClick={() => end.mutate({})}>
          {t('Stop text messages')}
        </Button>
      </div>
    </>
  )
}
