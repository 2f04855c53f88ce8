import { Chip } from '@mantine/core'
import { useQuery } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { CircleAlert, CircleCheck, Info, TriangleAlert } from 'lucide-react'
import { useState } from 'react'
import { centers } from '#features/centers/api.ts'
import { dateInWords } from '#shared/day-text.ts'
import { t, translateSentence } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { Page } from '#ui/Page.tsx'
import { read, useSend } from '#web/api.ts'
import { useLive } from '#web/live.ts'
import { ExportButton } from '#web/shell/ExportButton.tsx'
import { toast } from '#web/toast.tsx'
import { useTitle } from '#web/title.ts'
import { oddities, type Oddity } from './api.ts'
import { FixButton } from './FixButton.tsx'
import style from './OdditiesPage.module.css'
import { byKind } from './by-kind.ts'
import { type Code, codeWords, isCode, severityWords } from './codes.ts'
import { isShown, OddityFilter } from './rules.ts'
import { SnoozeSheet } from './SnoozeSheet.tsx'
import { useOdditiesChange } from './use-oddities-change.ts'

const page = getRouteApi('/staff/centers/$centerId/oddities')

const signs = { error: CircleAlert, warn: TriangleAlert, info: Info } as const

const labels: Record<OddityFilter, string> = { all: 'All', ...severityWords, snoozed: 'Snoozed' }

/**
 * Page `/centers/{centerId}/oddities` (product §3): problems in the center's schedule, most severe first,
 * each with a way to fix it.
 */
export function OdditiesPage() {
  const { centerId } = page.useParams()
  const search = page.useSearch()
  const show = OddityFilter.catch('all').parse(search.show)
  const code = typeof search.code === 'string' && isCode(search.code) ? search.code : undefined
  useTitle(t('Oddities at {centerId}', { centerId }))
  const { data, error, isFetching, refetch } = useQuery(read(oddities.list, { centerId }))
  useLive(`center:${centerId}`, ['schedule', 'attendance'], [oddities.list])
  const [snoozing, setSnoozing] = useState<Oddity | null>(null)
  return (
    <Page width="wide">
      <PageHead
        title={t('Oddities')}
        facts={centerId}
        actions={
          <ExportButton endpoint={oddities.file} input={{ centerId, show, code }} file="oddities.csv" />
        }
      />
      {data ? (
        <>
          <Chips rows={data} show={show} />
          {code && <KindFilterNote code={code} />}
          <Rows
            centerId={centerId}
            rows={data.filter((oddity) => isShown(show, oddity) && (code ?? oddity.code) === oddity.code)}
            show={show}
            onSnooze={setSnoozing}
          />
        </>
      ) : (
        <QueryState query={{ error, isFetching, refetch }} of={t('the oddities')} lines={8} height="3rem" />
      )}
      {snoozing && (
        <LoadedSnoozeSheet centerId={centerId} oddity={snoozing} onClose={() => setSnoozing(null)} />
      )}
    </Page>
  )
}

function Chips({ rows, show }: { rows: Oddity[]; show: OddityFilter }) {
  const navigate = page.useNavigate()
  const choose = (chosen: string) =>
    void navigate({
      search: { show: chosen === 'all' ? undefined : (chosen as Exclude<OddityFilter, 'all'>) },
      replace: true,
    })
  return (
    <Chip.Group value={show} onChange={choose}>
      <div className="cluster gap-2" role="radiogroup" aria-label={t('Filter oddities')}>
        {OddityFilter.options.map((value) => (
          <Chip key={value} value={value} variant="outline">
            {t(labels[value])} {rows.filter((oddity) => isShown(value, oddity)).length}
          </Chip>
        ))}
      </div>
    </Chip.Group>
  )
}

/** Tells readers that only one kind of oddity is shown, and has a button that shows all kinds. */
function KindFilterNote({ code }: { code: Code }) {
  const { show } = page.useSearch()
  return (
    <p className="cluster middle gap-2">
      <Sentence text="Showing only “{value}”." value={codeWords(code)} />
      <Link from="/centers/$centerId/oddities" to="." search={{ show }}>
        {t('Show all kinds')}
      </Link>
    </p>
  )
}

type RowsProps = { centerId: string; rows: Oddity[]; show: OddityFilter; onSnooze: (oddity: Oddity) => void }

function Rows({ centerId, rows, show, onSnooze }: RowsProps) {
  if (rows.length === 0)
    return (
      <EmptyState icon={<CircleCheck />} title={t(show === 'all' ? 'No oddities' : 'Nothing here')}>
        {t(
          show === 'snoozed'
            ? 'If an oddity can wait, snooze it until a day you choose. It will come back automatically.'
            : 'Conflicts, empty seats, missing attendance and other problems show up here.',
        )}
      </EmptyState>
    )
  return (
    <>
      <output className="quiet" data-figures>
        {t(rows.length === 1 ? '1 oddity' : '{count} oddities', { count: rows.length })}
      </output>
      {byKind(rows).map((group) => (
        <section key={group.code} className="stack gap-1">
          <h2 className={style.kind}>{group.words}</h2>
          <ul className="card" aria-label={t('Oddities: {code}', { code: codeWords(group.code) })}>
            {group.rows.map((oddity) => (
              <Row key={oddity.key} centerId={centerId} oddity={oddity} onSnooze={() => onSnooze(oddity)} />
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}

function Row({ centerId, oddity, onSnooze }: { centerId: string; oddity: Oddity; onSnooze: () => void }) {
  const { severity, text, since, snoozedUntil, snoozedFor = '' } = oddity
  const Sign = signs[severity]
  return (
    <li className={`${style.row} grid middle gap-1-3 pad-2-4`} data-severity={severity}>
      <span className={`${style.sign} row info-text`}>
        <Sign size={18} aria-hidden />
        <span className="visually-hidden">{t(severityWords[severity])}: </span>
      </span>
      <div className={style.words}>
        <p>{translateSentence(text)}</p>
        <p className="quiet" data-figures>
          {t('Since {day}', { day: dateInWords(since) })}
          {snoozedUntil &&
            t(' · snoozed until {day}: {snoozedFor}', { day: dateInWords(snoozedUntil), snoozedFor })}
        </p>
      </div>
      <div className={`${style.actions} cluster to-end gap-2`}>
        {snoozedUntil ? (
          <WakeButton centerId={centerId} oddity={oddity} />
        ) : (
          <FixButton centerId={centerId} oddity={oddity} />
        )}
        <Button changes kind="quiet" onClick={onSnooze}>
          {t(snoozedUntil ? 'Change' : 'Snooze')}
          <span className="visually-hidden"> “{translateSentence(text)}”</span>
        </Button>
      </div>
    </li>
  )
}

function WakeButton({ centerId, oddity: { key } }: { centerId: string; oddity: Oddity }) {
  const changed = useOdditiesChange()
  const wake = useSend(oddities.wake, {
    onSuccess: () => {
      toast(t('Back on the list.'))
      void changed()
    },
  })
  return (
    <Button busy={wake.isPending} onClick={() => wake.mutate({ centerId, key })}>
      {t('End snooze')}
    </Button>
  )
}

/** Loads the center's date before opening the sheet, which needs it. */
function LoadedSnoozeSheet(props: { centerId: string; oddity: Oddity; onClose: () => void }) {
  const { data } = useQuery(read(centers.one, { centerId: props.centerId }))
  return data && <SnoozeSheet {...props} today={data.today} />
}
