import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Pencil, ShieldCheck } from 'lucide-react'
import { useState } from 'react'
import { dateInWords } from '#shared/day-text.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { TextField } from '#ui/TextField.tsx'
import { Page } from '#ui/Page.tsx'
import { read, useSend } from '#web/api.ts'
import { EditSheet } from '#web/shell/EditSheet.tsx'
import { toast } from '#web/toast.tsx'
import { useTitle } from '#web/title.ts'
import { useEdit } from '#web/use-edit.ts'
import { retention, type Retention } from './api.ts'
import style from './Privacy.module.css'
import { dueInWords } from './due-words.ts'

/** Page `/privacy`: how long people's data is kept, and who will be erased next. */
export function PrivacyPage() {
  useTitle(t('Privacy'))
  const [changing, setChanging] = useState(false)
  const { data, error, isFetching, refetch } = useQuery({ ...read(retention.get, {}), staleTime: 0 })
  const change = data && (
    <Button icon={<Pencil aria-hidden />} onClick={() => setChanging(true)}>
      {t('Change')}
    </Button>
  )
  return (
    <Page>
      <PageHead title={t('Privacy')} actions={change} />
      {!data && (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('the retention settings')}
          lines={5}
          height="2.5rem"
        />
      )}
      {data && <RetentionRules kept={data} />}
      {data && changing && <MonthsSheet kept={data} onClose={() => setChanging(false)} />}
    </Page>
  )
}

function RetentionRules({ kept: { formerMonths, prospectMonths, next, due } }: { kept: Retention }) {
  const tonight = due.filter(({ on }) => on <= next)
  return (
    <>
      <section className={`${style.box} card stack gap-2 pad-4`}>
        <h2>{t('How long we keep data')}</h2>
        <p>
          {t(
            'We keep data about former students for {months} after their last class, and about prospects for {months2} after the last step taken or planned with them. Then we erase their names and everything about them, and keep only statistics. A parent is erased along with their last child.',
            { months: counted(formerMonths, 'month'), months2: counted(prospectMonths, 'month') },
          )}
        </p>
        <p className="quiet">
          {t(
            'We keep the history for 24 months, email for 90 days, and login records for 30 days after the session ends.',
          )}
        </p>
      </section>
      <section className={`${style.box} card stack gap-2 pad-4`}>
        <h2>{t('To be erased within 30 days')}</h2>
        {due.length > 0 && (
          <p>
            {tonight.length > 0
              ? t('{tonight} will be erased the night before {day}.', {
                  day: dateInWords(next),
                  tonight: dueInWords(tonight),
                })
              : t('Nobody will be erased the night before {day}.', { day: dateInWords(next) })}{' '}
            {t('Anyone who becomes active again or joins a class is kept.')}
          </p>
        )}
        {due.length === 0 ? (
          <EmptyState icon={<ShieldCheck />} title={t('No erasures coming up')}>
            {t(
              'Names appear here 30 days before they are erased. Anyone who becomes active again or joins a class is kept.',
            )}
          </EmptyState>
        ) : (
          <ul className={style.list} aria-label={t('To be erased within 30 days')}>
            {due.map(({ _id, centerId, name, kind, on }) => (
              <li key={_id}>
                <Link to="/centers/$centerId/students/$studentId" params={{ centerId, studentId: _id }}>
                  {name}
                </Link>
                <span className="quiet">
                  {t(kind === 'prospect' ? 'Prospect' : 'Former student')}, {centerId}
                </span>
                <span data-figures>{dateInWords(on)}</span>
              </li>
            ))}
          </ul>
        )}
      </section>
    </>
  )
}

const form = {
  draftOf: ({ formerMonths, prospectMonths }: Retention) => ({
    formerMonths: `${formerMonths}`,
    prospectMonths: `${prospectMonths}`,
  }),
  words: { formerMonths: 'Former students (months)', prospectMonths: 'Prospects (months)' },
}
const number = { type: 'number', inputMode: 'numeric', step: 1, min: 1, max: 120 } as const

function MonthsSheet({ kept, onClose }: { kept: Retention; onClose: () => void }) {
  const queries = useQueryClient()
  const { draft, set, base, error, fail, differences } = useEdit(kept, form)
  const send = useSend(retention.change, {
    onSuccess: (after) => {
      queries.setQueryData(read(retention.get, {}).queryKey, after)
      toast(
        after.due.length > 0
          ? t('Saved. {due} will be erased within 30 days.', { due: dueInWords(after.due) })
          : t('Saved. Nobody is due to be erased in the next 30 days.'),
      )
      onClose()
    },
    onError: fail,
  })
  const save = () =>
    send.mutate({
      formerMonths: Number(draft.formerMonths),
      prospectMonths: Number(draft.prospectMonths),
      ifMatch: base.version,
    })
  const fewer =
    Number(draft.formerMonths) < kept.formerMonths || Number(draft.prospectMonths) < kept.prospectMonths
  return (
    <EditSheet
      title={t('How long we keep data')}
      save={t('Save')}
      busy={send.isPending}
      error={error}
      differences={differences}
      onSave={save}
      onClose={onClose}
    >
      <TextField
        {...number}
        label={t('Former students (months)')}
        hint={t('After the last class.')}
        value={draft.formerMonths}
        onChange={(formerMonths) => set({ formerMonths })}
      />
      <TextField
        {...number}
        label={t('Prospects (months)')}
        hint={t('After the last step taken or planned.')}
        value={draft.prospectMonths}
        onChange={(prospectMonths) => set({ prospectMonths })}
      />
      <p role="status">
        {fewer &&
          t('Anyone already past this limit will be erased permanently the night before {day}.', {
            day: dateInWords(kept.next),
          })}
      </p>
    </EditSheet>
  )
}
