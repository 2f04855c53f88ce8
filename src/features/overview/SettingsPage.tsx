import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CalendarOff, Pencil, Plug } from 'lucide-react'
import { type ReactNode, useState } from 'react'
import { type Center, centers } from '#features/centers/api.ts'
import { ArchivePart } from '#features/centers/archive/ArchivePart.tsx'
import { bookingWords, makeupWords } from '#features/centers/rules.ts'
import { NewsSheet } from '#features/emails/ComposeSheet.tsx'
import { AutomaticPart } from '#features/reminders/AutomaticPart.tsx'
import { LookPart } from '#features/emails/look/LookPart.tsx'
import type { News } from '#features/schedule/news.ts'
import { History } from '#features/history/History.tsx'
import { dateInWords, dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { countryName } from '#shared/countries.ts'
import { t } from '#shared/language.ts'
import { counted } from '#shared/text.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button, buttonClass } from '#ui/Button.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Page } from '#ui/Page.tsx'
import { read } from '#web/api.ts'
import { usePhoneInWords } from '#ui/use-phone.ts'
import { useLive } from '#web/live.ts'
import { useTitle } from '#web/title.ts'
import { FirstStepsPart } from './first-steps/FirstStepsPart.tsx'
import { TrialFormPart } from '#features/trials/TrialFormPart.tsx'
import { type Closure, settings } from '#features/schedule/center-settings/api.ts'
import { closedNews, ClosureSheet, ReopenDialog } from '#features/schedule/center-settings/ClosureSheet.tsx'
import {
  CenterFieldsSheet,
  HomeworkSheet,
  MakeupSheet,
  PinSheet,
} from '#features/schedule/center-settings/SettingsSheet.tsx'
import style from '#features/schedule/center-settings/Settings.module.css'

const page = getRouteApi('/staff/centers/$centerId/settings')

type OpenSheet = 'center' | 'makeups' | 'homework' | 'classroom' | 'closing'

/**
 * Page `/centers/{centerId}/settings` (product §3): the center's address, make-up rules, homework, classroom
 * PIN, closed days, email, automatic messages, trial form, integrations, first steps, the archive, and the
 * history.
 */
export function SettingsPage() {
  const { centerId } = page.useParams()
  useTitle(t('Settings for {centerId}', { centerId }))
  const { data, error, isFetching, refetch } = useQuery(read(centers.one, { centerId }))
  const [open, setOpen] = useState<OpenSheet | null>(null)
  const close = () => setOpen(null)
  return (
    <Page width="medium">
      <PageHead title={t('Settings')} facts={centerId} />
      {data ? (
        <>
          <CenterPart center={data} onChange={() => setOpen('center')} />
          <MakeupPart center={data} onChange={() => setOpen('makeups')} />
          <HomeworkPart center={data} onChange={() => setOpen('homework')} />
          <ClassroomPart center={data} onChange={() => setOpen('classroom')} />
          <ClosedDays centerId={centerId} today={data.today} onAdd={() => setOpen('closing')} />
          <Part title={t('Email')}>
            <LookPart center={data} />
          </Part>
          <Part title={t('Automatic messages')}>
            <AutomaticPart centerId={centerId} />
          </Part>
          <Part title={t('Trial form')}>
            <TrialFormPart center={data} />
          </Part>
          <IntegrationsPart centerId={centerId} />
          <Part title={t('First steps')}>
            <FirstStepsPart center={data} />
          </Part>
          <Part title={t('Archive')}>
            <ArchivePart center={data} />
          </Part>
          <Part title={t('History')}>
            <History centerId={centerId} summary={t('Every change and who made it')} />
          </Part>
          {open === 'center' && <CenterFieldsSheet center={data} onClose={close} />}
          {open === 'makeups' && <MakeupSheet center={data} onClose={close} />}
          {open === 'homework' && <HomeworkSheet center={data} onClose={close} />}
          {open === 'classroom' && <PinSheet center={data} onClose={close} />}
          {open === 'closing' && (
            <ClosureSheet centerId={centerId} today={data.today} NewsSheet={NewsSheet} onClose={close} />
          )}
        </>
      ) : (
        <QueryState query={{ error, isFetching, refetch }} of={t('the settings')} lines={4} height="5rem" />
      )}
    </Page>
  )
}

function Part({ title, action, children }: { title: string; action?: ReactNode; children: ReactNode }) {
  return (
    <section className="card pad-4" aria-label={title}>
      <div className={`${style.head} cluster middle apart gap-2`}>
        <h2>{title}</h2>
        {action}
      </div>
      {children}
    </section>
  )
}

function Facts({ of }: { of: [string, string][] }) {
  return (
    <dl className={`${style.facts} grid gap-2-4`}>
      {of.map(([name, value]) => [<dt key={`${name} name`}>{name}</dt>, <dd key={name}>{value || '–'}</dd>])}
    </dl>
  )
}

function ChangeButton({ subject, onChange }: { subject: string; onChange: () => void }) {
  return (
    <Button
      changes
      icon={<Pencil aria-hidden />}
      aria-label={t('Change {what}', { what: subject })}
      onClick={onChange}
    >
      {t('Change')}
    </Button>
  )
}

const IntegrationsPart = ({ centerId }: { centerId: string }) => (
  <Part title={t('Integrations')}>
    <div className="stack gap-3">
      <p className="quiet">
        {t(
          'Other programs, such as accounting software or a website, can read and change this center’s data with an access token and be notified of changes through webhooks.',
        )}
      </p>
      <div>
        <Link className={buttonClass({})} to="/centers/$centerId/settings/integrations" params={{ centerId }}>
          <Plug aria-hidden /> {t('Open integrations')}
        </Link>
      </div>
    </div>
  </Part>
)

function CenterPart({ center, onChange }: { center: Center; onChange: () => void }) {
  const { address, city, state, zip, country, phone, email, website, timeZone, subjects, today } = center
  const call = usePhoneInWords(phone)
  return (
    <Part title={t('Center')} action={<ChangeButton subject={t('the center')} onChange={onChange} />}>
      <Facts
        of={[
          [t('Address'), [address, city, `${state} ${zip}`.trim()].filter(Boolean).join(', ')],
          [t('Country'), countryName(country)],
          [t('Phone'), call],
          [t('Email'), email],
          [t('Website'), website],
          [
            t('Time zone'),
            t('{timeZone}: today is {day}', {
              timeZone: timeZone.replaceAll('_', ' '),
              day: dayInWords(today),
            }),
          ],
          [t('Subjects'), subjects.map((each) => t(each)).join(', ')],
        ]}
      />
    </Part>
  )
}

function MakeupPart({
  center: { makeupRule, makeupBooking, noticeHours, creditDays, creditLimit },
  onChange,
}: {
  center: Center
  onChange: () => void
}) {
  return (
    <Part
      title={t('Make-ups')}
      action={<ChangeButton subject={t('the make-up rules')} onChange={onChange} />}
    >
      <Facts
        of={[
          [t('Credit for a missed class'), t(makeupWords[makeupRule])],
          [t('Notice required'), t('{hours} before class', { hours: counted(noticeHours, 'hour') })],
          [t('Credits are valid for'), counted(creditDays, 'day')],
          [t('Open credits'), t('Up to {credits} per subject', { credits: counted(creditLimit, 'credit') })],
          [t('Booking by parents'), t(bookingWords[makeupBooking])],
        ]}
      />
    </Part>
  )
}

const HomeworkPart = ({ center, onChange }: { center: Center; onChange: () => void }) => (
  <Part title={t('Homework')} action={<ChangeButton subject={t('the homework')} onChange={onChange} />}>
    <Facts
      of={[
        [
          t('Proposed homework'),
          t('Up to {sections} per student; two halves count as one', {
            sections: counted(center.homeworkSections, 'section'),
          }),
        ],
        [
          t('Proposed warm-up'),
          t('Up to {questions} per student', { questions: counted(center.warmUpQuestions, 'question') }),
        ],
        [t('Weekly goal'), center.weeklyGoal === 0 ? t('None') : counted(center.weeklyGoal, 'question')],
      ]}
    />
  </Part>
)

function pinWords({ classroomPin, classroomPinDue }: Center) {
  if (classroomPin) return t('Required before a teacher or assistant uses a device')
  return classroomPinDue ? t('Not set. Choose one when you add your first device.') : t('Not required')
}

function ClassroomPart({ center, onChange }: { center: Center; onChange: () => void }) {
  return (
    <Part
      title={t('Classroom devices')}
      action={<ChangeButton subject={t('the classroom PIN')} onChange={onChange} />}
    >
      <Facts of={[['PIN', pinWords(center)]]} />
    </Part>
  )
}

function ClosedDays({ centerId, today, onAdd }: { centerId: string; today: Day; onAdd: () => void }) {
  const { data, error, isFetching, refetch } = useQuery(read(settings.closures, { centerId }))
  useLive(`center:${centerId}`, ['schedule'], [settings.closures, centers.one])
  const [reopening, setReopening] = useState<Closure | null>(null)
  const [news, setNews] = useState<News | null>(null)
  const coming = (data ?? []).filter(({ date }) => date >= today)
  const past = (data ?? []).filter(({ date }) => date < today).toReversed()
  const add = (
    <Button kind="primary" icon={<CalendarOff aria-hidden />} onClick={onAdd}>
      {t('Add closed days')}
    </Button>
  )
  return (
    <Part title={t('Closed days')} action={add}>
      {!data && (
        <QueryState
          query={{ error, isFetching, refetch }}
          of={t('the closed days')}
          lines={3}
          height="2.25rem"
        />
      )}
      {data && coming.length === 0 && (
        <p className="quiet">
          {t('No upcoming closed days. On a closed day, no classes meet and no attendance is taken.')}
        </p>
      )}
      <DayList
        closures={coming}
        onReopen={setReopening}
        onWrite={(closure) => setNews(closedNews(closure, 'isOff'))}
      />
      {past.length > 0 && (
        <details className={style.past}>
          <summary>{counted(past.length, 'past day')}</summary>
          <DayList closures={past} onReopen={setReopening} />
        </details>
      )}
      {reopening && (
        <ReopenDialog
          centerId={centerId}
          closure={reopening}
          NewsSheet={NewsSheet}
          onClose={() => setReopening(null)}
        />
      )}
      {news && <NewsSheet centerId={centerId} news={news} onClose={() => setNews(null)} />}
    </Part>
  )
}

type DayListProps = {
  closures: readonly Closure[]
  onReopen: (closure: Closure) => void
  onWrite?: (closure: Closure) => void
}

function DayList({ closures, onReopen, onWrite }: DayListProps) {
  return (
    <ul className={style.days}>
      {closures.map((closure) => {
        const day = dayInWords(closure.date)
        return (
          <li key={closure.date} className={`${style.day} grid middle gap-4 target`}>
            <span>
              {day.slice(0, 3)}, {dateInWords(closure.date)}
            </span>
            <span>{closure.name}</span>
            <span className={`${style.actions} cluster to-end`}>
              {onWrite && (
                <Button
                  changes
                  kind="quiet"
                  aria-label={t('Notify families about {day}', { day })}
                  onClick={() => onWrite(closure)}
                >
                  {t('Notify families')}
                </Button>
              )}
              <Button
                changes
                kind="quiet"
                aria-label={t('Reopen: {day}', { day })}
                onClick={() => onReopen(closure)}
              >
                {t('Reopen')}
              </Button>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
