import { useQuery, useQueryClient } from '@tanstack/react-query'
import { getRouteApi, Link } from '@tanstack/react-router'
import { ArrowLeft, Printer } from 'lucide-react'
import { useState } from 'react'
import { whyNotPrinted } from '#features/practice/assigning/printable.ts'
import { type Printed, printedOf } from '#features/questions/kinds/KindScreens.tsx'
import { fullName } from '#shared/full-name.ts'
import { counted, factLine } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { Segments } from '#ui/Segments.tsx'
import { read, useSend } from '#web/api.ts'
import { useTitle } from '#web/title.ts'
import { usualPaper } from '../sheets/layout.ts'
import { printSearch } from '../choosing/print-search.ts'
import { usePageLayout } from '../sheets/use-page-layout.ts'
import { AnswerKeySheet } from './AnswerKeySheet.tsx'
import { type Worksheet, worksheets } from './api.ts'
import { contentRoom } from './page-content.ts'
import { usePrinting, usePrintKeys } from './use-printing.ts'
import { WorksheetPages } from './WorksheetPages.tsx'
import style from './WorksheetPage.module.css'

const route = getRouteApi('/staff/centers/$centerId/worksheets/$workId')

/** Page `/centers/{centerId}/worksheets/{workId}`: a student's work, to print as a worksheet. */
export function WorksheetPage() {
  const { centerId, workId } = route.useParams()
  const query = useQuery(read(worksheets.open, { centerId, workId }))
  useTitle(query.data ? t('Worksheet: {name}', { name: query.data.name }) : null)
  if (!query.data) return <QueryState query={query} of={t('the worksheet')} lines={8} height="2.5rem" page />
  const reason = whyNotPrinted(query.data)
  return (
    <div className={`${style.page} stack gap-4`}>
      {reason === null && query.data.state === 'started' ? (
        <ReadyWorksheet centerId={centerId} worksheet={query.data} />
      ) : (
        <UnprintableWork centerId={centerId} worksheet={query.data} reason={reason} />
      )}
    </div>
  )
}

type WorksheetProps = { centerId: string; worksheet: Worksheet }

const StudentLink = ({ centerId, worksheet }: WorksheetProps) => (
  <Link
    to="/centers/$centerId/students/$studentId"
    params={{ centerId, studentId: worksheet.studentId }}
    className={`${style.way} inline-row middle gap-1 target`}
  >
    <ArrowLeft size={16} aria-hidden /> {fullName(worksheet)}
  </Link>
)

/** Shown instead of a worksheet if the work hasn't started or can't be printed. */
function UnprintableWork({ centerId, worksheet, reason }: WorksheetProps & { reason: string | null }) {
  const { workId, name } = worksheet
  const queries = useQueryClient()
  const start = useSend(worksheets.start, {
    onSuccess: (now) => queries.setQueryData(read(worksheets.open, { centerId, workId }).queryKey, now),
  })
  return (
    <>
      <StudentLink centerId={centerId} worksheet={worksheet} />
      <PageHead title={name} />
      <EmptyState
        icon={<Printer />}
        title={reason === null ? t('Not started') : t('No worksheet')}
        action={
          reason === null && (
            <Button kind="primary" busy={start.isPending} onClick={() => start.mutate({ centerId, workId })}>
              {t('Start and show the worksheet')}
            </Button>
          )
        }
      >
        {reason === null
          ? t(
              'Once the work is started, its questions and the numbers in them no longer change. The student can still do it on screen.',
            )
          : t(reason)}
      </EmptyState>
    </>
  )
}

/** Loads the components that print the questions. */
function usePrintedKinds({ questions }: Worksheet) {
  const kinds = [...new Set(questions.map(({ shown }) => shown.kind))].toSorted()
  return useQuery({
    queryKey: [worksheets.open.path, { kinds }],
    queryFn: async () =>
      new Map<string, Printed>(
        await Promise.all(kinds.map(async (kind) => [kind, await printedOf(kind)] as const)),
      ),
  })
}

function ReadyWorksheet({ centerId, worksheet }: WorksheetProps) {
  const search = printSearch(route.useSearch())
  const kinds = usePrintedKinds(worksheet)
  const paper = search.paper ?? usualPaper(navigator.language)
  return kinds.data ? (
    <PrintableWorksheet
      key={paper}
      centerId={centerId}
      worksheet={worksheet}
      printed={kinds.data}
      paper={paper}
    />
  ) : (
    <QueryState query={kinds} of={t('the worksheet')} lines={8} height="2.5rem" />
  )
}

type PrintableWorksheetProps = WorksheetProps &
  Pick<Parameters<typeof WorksheetPages>[0], 'printed' | 'paper'>

function PrintableWorksheet({ centerId, worksheet, printed, paper }: PrintableWorksheetProps) {
  const navigate = route.useNavigate()
  const [isKey, setIsKey] = useState(false)
  const [count, setCount] = useState<number | null>(null)
  const { box, laid } = usePageLayout({
    parts: worksheet.questions,
    as: paper,
    room: contentRoom,
    onLaid: setCount,
  })
  const layout = laid?.[0] ?? null
  const { codes, print: printPages, isPending } = usePrinting({ centerId, worksheet, box, layout: paper })
  const print = isKey ? () => window.print() : printPages
  usePrintKeys(() => layout && !isPending && print())
  return (
    <>
      <div className={`${style.head} grid gap-2`}>
        <StudentLink centerId={centerId} worksheet={worksheet} />
        <PageHead
          title={worksheet.name}
          facts={factLine([count !== null && counted(count, 'sheet')])}
          actions={
            <Button
              kind="primary"
              icon={<Printer aria-hidden />}
              busy={isPending}
              reason={layout ? null : t('Wait for the preview.')}
              onClick={print}
            >
              {t('Print')}
            </Button>
          }
        />
        <div className="cluster gap-4">
          <Segments
            label={t('Sheets')}
            segments={[
              { value: 'worksheet', label: t('Worksheet') },
              { value: 'key', label: t('Answer key') },
            ]}
            value={isKey ? 'key' : 'worksheet'}
            onChange={(value) => setIsKey(value === 'key')}
          />
          <Segments
            label={t('Paper')}
            segments={[
              { value: 'letter', label: t('US Letter') },
              { value: 'a4', label: 'A4' },
            ]}
            value={paper}
            onChange={(value) =>
              void navigate({ search: (now) => ({ ...now, paper: value }), replace: true })
            }
          />
        </div>
      </div>
      <div className={style.preview}>
        {isKey && layout ? (
          <AnswerKeySheet worksheet={worksheet} paper={paper} />
        ) : (
          <WorksheetPages
            box={box}
            worksheet={worksheet}
            printed={printed}
            paper={paper}
            laid={layout}
            codes={codes}
          />
        )}
      </div>
    </>
  )
}
