import { useQueries, useQueryClient } from '@tanstack/react-query'
import { Undo2 } from 'lucide-react'
import { type ComponentType, useState } from 'react'
import type { News, NewsSheetProps } from '../news.ts'
import { newsTemplates } from '#features/accounts/defaults/defaults.ts'
import { type Schedule, schedules } from '../api.ts'
import { credits } from '../credits/api.ts'
import { t, translateSentence } from '#shared/language.ts'
import { effectWords } from '../credits/effect-words.ts'
import { dayInWords } from '#shared/day-text.ts'
import { Button } from '#ui/Button.tsx'
import { Dialog } from '#ui/Dialog.tsx'
import { read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { days } from './api.ts'
import style from './Days.module.css'
import { attendanceTaken, dayVersion, changeLines, takenIn } from './clashes.ts'

type ClearDayProps = { centerId: string; schedule: Schedule; NewsSheet: ComponentType<NewsSheetProps> }

/**
 * Button that resets all changes of a day after confirmation, unless attendance was taken. If families were
 * notified that a class is canceled, offers to notify them that it meets after all.
 */
export function ClearDay({ centerId, schedule, NewsSheet }: ClearDayProps) {
  const [isAsking, setAsking] = useState(false)
  const [news, setNews] = useState<readonly News[]>([])
  const [first, ...rest] = news
  if (first)
    return (
      <NewsSheet key={JSON.stringify(first)} centerId={centerId} news={first} onClose={() => setNews(rest)} />
    )
  if (changeLines(schedule).length === 0) return null
  const taken = takenIn(schedule)
  const reason = taken.length > 0 ? translateSentence(attendanceTaken(taken).message) : null
  return (
    <div className={`${style.clear} cluster middle gap-1-3`}>
      <Button
        changes
        kind="quiet"
        icon={<Undo2 aria-hidden />}
        reason={reason}
        onClick={() => setAsking(true)}
      >
        {t('Reset this day')}
      </Button>
      {reason && (
        <span className="quiet" aria-hidden>
          {reason}
        </span>
      )}
      {isAsking && (
        <ClearDialog
          centerId={centerId}
          schedule={schedule}
          onDone={(messages) => {
            setAsking(false)
            setNews(messages)
          }}
          onClose={() => setAsking(false)}
        />
      )}
    </div>
  )
}

type ClearDialogProps = Omit<ClearDayProps, 'NewsSheet'> & {
  onDone: (messages: News[]) => void
  onClose: () => void
}

function ClearDialog({ centerId, schedule, onDone, onClose }: ClearDialogProps) {
  const { date } = schedule
  const queries = useQueryClient()
  const off = schedule.schedules.filter(({ canceled }) => canceled)
  const foreseen = useQueries({
    queries: off.map(({ id: classId }) => read(credits.effects, { centerId, classId, date, meets: true })),
  })
  const notified = off.filter((_, n) => foreseen[n]?.data?.told)
  const clear = useSend(days.clear, {
    onSuccess: () => {
      for (const { path } of [schedules.day, days.list, credits.effects])
        void queries.invalidateQueries({ queryKey: [path] })
      toast(t('{day} was reset.', { day: dayInWords(date) }))
      onDone(
        notified.map(({ id: classId }) => ({
          audience: { classId, date },
          template: newsTemplates.class.isOn,
        })),
      )
    },
  })
  return (
    <Dialog
      open
      title={t('Reset {day}?', { day: dayInWords(date) })}
      onClose={onClose}
      actions={
        <>
          <Button onClick={onClose}>{t('Keep')}</Button>
          <Button
            kind="danger"
            busy={clear.isPending}
            onClick={() => clear.mutate({ centerId, scheduleId: date, ifMatch: dayVersion(schedule) })}
          >
            {t('Reset')}
          </Button>
        </>
      }
    >
      <ul className={`${style.said} bullets`}>
        {changeLines(schedule).map((line) => (
          <li key={line}>{line}</li>
        ))}
      </ul>
      {off.map(({ id, name }, n) => {
        const effects = foreseen[n]?.data
        return (
          effects && (
            <p key={id} className={style.follows}>
              {t('{name} meets again. {effects}', { name, effects: effectWords(effects, true) })}
            </p>
          )
        )
      })}
      {clear.error && <p role="alert">{sentenceFor(clear.error)}</p>}
    </Dialog>
  )
}
