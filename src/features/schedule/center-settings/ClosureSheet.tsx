import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { News, NewsSheetProps } from '#features/schedule/news.ts'
import { newsTemplates } from '#features/accounts/defaults/defaults.ts'
import { useForeseen } from '#features/schedule/credits/use-foreseen.ts'
import { dayInWords, isDay } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { counted, longest, plain } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { DayField } from '#ui/DayField.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { type Closure, settings } from './api.ts'
import style from './Settings.module.css'
import { useCenterChange } from './use-center-change.ts'

/** News of closed days for the families of everyone who is expected then. */
export const closedNews = ({ date, until }: { date: Day; until?: Day }, which: 'isOff' | 'isOn'): News => ({
  audience: { date, ...(until && until !== date && { until }) },
  template: newsTemplates.day[which],
})

type ClosureSheetProps = { centerId: string; today: Day; NewsSheet: ComponentType<NewsSheetProps>; onClose: () => void }

/** Closes one day or several in a row: it does what canceling every class would do. The families can be told at once. */
export function ClosureSheet({ centerId, today, NewsSheet, onClose }: ClosureSheetProps) {
  const [date, setDate] = useState(today)
  const [until, setUntil] = useState('')
  const [name, setName] = useState('')
  const [error, setError] = useState<Error | null>(null)
  const [news, setNews] = useState<News | null>(null)
  const changed = useCenterChange()
  const days = { date, ...(until && { until }) }
  const isSpan = isDay(date) && (until === '' || (isDay(until) && until >= date))
  const { data: closures = [] } = useQuery(read(settings.closures, { centerId }))
  const renamed = closures.filter(
    (closed) => isSpan && closed.date >= date && closed.date <= (until || date) && plain(closed.name) !== name,
  )
  const foreseen = useForeseen(isSpan ? { centerId, ...days, meets: false } : null)
  const close = useSend(settings.close, {
    onSuccess: (closed) => {
      changed()
      toast(closed.length === 1 ? `${dayInWords(date)} is closed.` : `${counted(closed.length, 'day')} are closed.`)
      if (foreseen?.isAnybody === false) onClose()
      else setNews(closedNews(days, 'isOff'))
    },
    onError: setError,
  })
  if (news) return <NewsSheet centerId={centerId} news={news} onClose={onClose} />
  return (
    <EditSheet
      title="Close days"
      save="Close the center"
      busy={close.isPending}
      error={error}
      onSave={() => close.mutate({ centerId, name, ...days })}
      onClose={onClose}
    >
      <DayField label="Day" value={date} onChange={setDate} data-autofocus />
      <DayField label="Until" hint="The last of several days in a row." min={date} value={until} onChange={setUntil} required={false} />
      <TextField
        label="Why"
        hint="For example Spring break. It stands on the day."
        value={name}
        onChange={setName}
        maxLength={longest.name}
      />
      {renamed.length > 0 && (
        <p className={style.foreseen}>
          Closed already: {renamed.map((closed) => `${dayInWords(closed.date)} (${plain(closed.name)})`).join(', ')}. It is called by the
          new name from now on.
        </p>
      )}
      {foreseen && <p className={style.foreseen}>{foreseen.words}</p>}
    </EditSheet>
  )
}

type ReopenDialogProps = { centerId: string; closure: Closure; NewsSheet: ComponentType<NewsSheetProps>; onClose: () => void }

/** Asks once, with what follows, before a closed day has its classes again. Families who were told that it is closed can be told that it isn't. */
export function ReopenDialog({ centerId, closure: { date }, NewsSheet, onClose }: ReopenDialogProps) {
  const [news, setNews] = useState<News | null>(null)
  const foreseen = useForeseen({ centerId, date, meets: true })
  const changed = useCenterChange()
  const reopen = useSend(settings.reopen, {
    onSuccess: () => {
      changed()
      toast(`${dayInWords(date)} has its classes again.`)
      if (foreseen?.told) setNews(closedNews({ date }, 'isOn'))
      else onClose()
    },
  })
  if (news) return <NewsSheet centerId={centerId} news={news} onClose={onClose} />
  return (
    <Dialog
      open
      title={`Open ${dayInWords(date)} again?`}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>Keep closed</Button>
          <Button kind="primary" busy={reopen.isPending} onClick={() => reopen.mutate({ centerId, date })}>
            Open again
          </Button>
        </>
      }
    >
      <p>{foreseen?.words ?? 'Looking what follows …'}</p>
      {foreseen?.told && <p>The families were told that it is closed. Next they can be told that it isn’t.</p>}
      {reopen.error && <p role="alert">{sentenceFor(reopen.error)}</p>}
    </Dialog>
  )
}
