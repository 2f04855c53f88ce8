import { useQuery } from '@tanstack/react-query'
import { type ComponentType, useState } from 'react'
import type { News, NewsSheetProps } from '../news.ts'
import { newsTemplates } from '#features/accounts/defaults/defaults.ts'
import { t } from '#shared/language.ts'
import { useCreditEffects } from '../credits/use-credit-effects.ts'
import { dayInWords, isDay } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { counted, longest } from '#shared/text.ts'
import { Button } from '#ui/Button.tsx'
import { DayField } from '#ui/DayField.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { TextField } from '#ui/TextField.tsx'
import { read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { type Closure, settings } from './api.ts'
import { useCenterChange } from './use-center-change.ts'

/** Returns the message about a closed or reopened day to the families of everyone expected then. */
export const closedNews = ({ date, until }: { date: Day; until?: Day }, which: 'isOff' | 'isOn'): News => ({
  audience: { date, ...(until && until !== date && { until }) },
  template: newsTemplates.day[which],
})

type ClosureSheetProps = {
  centerId: string
  today: Day
  NewsSheet: ComponentType<NewsSheetProps>
  onClose: () => void
}

/**
 * Sheet that closes days, which cancels every class on them. Afterward, offers to notify the families unless
 * nobody was expected.
 */
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
    (closed) => isSpan && closed.date >= date && closed.date <= (until || date) && closed.name !== name,
  )
  const foreseen = useCreditEffects(isSpan ? { centerId, ...days, meets: false } : null)
  const close = useSend(settings.close, {
    onSuccess: (closed) => {
      changed()
      toast(
        closed.length === 1
          ? t('{day} is closed.', { day: dayInWords(date) })
          : t('{days} are closed.', { days: counted(closed.length, 'day') }),
      )
      if (foreseen?.isAnybody === false) onClose()
      else setNews(closedNews(days, 'isOff'))
    },
    onError: setError,
  })
  if (news) return <NewsSheet centerId={centerId} news={news} onClose={onClose} />
  return (
    <EditSheet
      title={t('Add closed days')}
      save={t('Close the center')}
      busy={close.isPending}
      error={error}
      onSave={() => close.mutate({ centerId, name, ...days })}
      onClose={onClose}
    >
      <DayField label={t('First day')} value={date} onChange={setDate} data-autofocus />
      <DayField
        label={t('Last day')}
        hint={t('For a closure of several days.')}
        min={date}
        value={until}
        onChange={setUntil}
        required={false}
      />
      <TextField
        label={t('Reason')}
        hint={t('For example, “Spring break.” The schedule shows it on that day.')}
        value={name}
        onChange={setName}
        maxLength={longest.name}
      />
      {renamed.length > 0 && (
        <p className="pad-3 warn-text warn-ground rounded">
          {t('Already closed: {renamed}. The new reason will replace the old one.', {
            renamed: renamed.map((closed) => `${dayInWords(closed.date)} (${closed.name})`).join(', '),
          })}
        </p>
      )}
      {foreseen && <p className="pad-3 warn-text warn-ground rounded">{foreseen.words}</p>}
    </EditSheet>
  )
}

type ReopenDialogProps = {
  centerId: string
  closure: Closure
  NewsSheet: ComponentType<NewsSheetProps>
  onClose: () => void
}

/**
 * Asks for confirmation before a closed day is reopened, and shows the effects. If families were notified of
 * the closure, offers to notify them that the center is open.
 */
export function ReopenDialog({ centerId, closure: { date }, NewsSheet, onClose }: ReopenDialogProps) {
  const [news, setNews] = useState<News | null>(null)
  const foreseen = useCreditEffects({ centerId, date, meets: true })
  const changed = useCenterChange()
  const reopen = useSend(settings.reopen, {
    onSuccess: () => {
      changed()
      toast(t('{day} is open again.', { day: dayInWords(date) }))
      if (foreseen?.notified) setNews(closedNews({ date }, 'isOn'))
      else onClose()
    },
  })
  if (news) return <NewsSheet centerId={centerId} news={news} onClose={onClose} />
  return (
    <Dialog
      open
      title={t('Reopen on {day}?', { day: dayInWords(date) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep closed')}</Button>
          <Button kind="primary" busy={reopen.isPending} onClick={() => reopen.mutate({ centerId, date })}>
            {t('Reopen')}
          </Button>
        </>
      }
    >
      <p>{foreseen?.words ?? t('Checking what will change…')}</p>
      {foreseen?.notified && (
        <p>{t('Families have been told the center is closed. Next, you can let them know it’s open.')}</p>
      )}
      {reopen.error && <p role="alert">{sentenceFor(reopen.error)}</p>}
    </Dialog>
  )
}
