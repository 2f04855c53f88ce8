import { useQuery } from '@tanstack/react-query'
import { getRouteApi } from '@tanstack/react-router'
import { Printer } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { material, type Chapter } from '#features/material/api.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { QueryState } from '#ui/QueryState.tsx'
import { Button } from '#ui/Button.tsx'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { PageHead } from '#ui/PageHead.tsx'
import { ProgressBar } from '#ui/ProgressBar.tsx'
import { read } from '#web/api.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useTitle } from '#web/title.ts'
import { printing, type LevelOrder } from './api.ts'
import { type PrintSearch, printSearch } from './choosing/print-search.ts'
import { chosenOf, sectionsOf } from './choosing/printed-sections.ts'
import { Levels } from './choosing/Levels.tsx'
import { Options } from './choosing/Options.tsx'
import { SectionsChoice } from './choosing/SectionsChoice.tsx'
import { usualPaper } from './sheets/layout.ts'
import { Sheets } from './sheets/Sheets.tsx'
import { usePrinted } from './use-printed.ts'
import style from './PrintPage.module.css'

const route = getRouteApi('/staff/bc-print')

/**
 * Page `/bc-print`: the levels in print order, and the chosen sections of one level as printable sheets (spec
 * §2; product §6, BC print).
 */
export function PrintPage() {
  useTitle(t('Print worksheets'))
  const order = useQuery(read(printing.order, {}))
  const search = printSearch(route.useSearch())
  const level = order.data?.levels.find(({ levelId }) => levelId === search.level)
  if (!order.data)
    return (
      <div className={`${style.page} stack gap-4`}>
        <PageHead title={t('Print worksheets')} />
        <QueryState query={order} of={t('the levels')} lines={8} height="2.5rem" />
      </div>
    )
  return level ? (
    <LevelContents key={level.levelId} order={order.data} level={level} search={search} />
  ) : (
    <Frame order={order.data} search={search} />
  )
}

type Line = LevelOrder['levels'][number]
type FrameProps = {
  order: LevelOrder
  search: PrintSearch
  facts?: string
  actions?: ReactNode
  choice?: ReactNode
  children?: ReactNode
}

function Frame({ order, search, facts, actions, choice, children }: FrameProps) {
  return (
    <div className={`${style.page} stack gap-4`}>
      <div className={style.head}>
        <PageHead title={t('Print worksheets')} facts={facts} actions={actions} />
      </div>
      <div className={`${style.columns} grid top gap-4`}>
        <div className={`${style.side} grid gap-4`}>
          <Levels order={order} chosen={search.level} />
          {choice}
        </div>
        <div className={style.preview}>
          {children ?? (
            <EmptyState
              icon={<Printer />}
              title={t(order.levels.length > 0 ? 'Choose a level' : 'No levels yet')}
            >
              {t(
                order.levels.length > 0
                  ? 'Then choose its sections and tests. The sheets appear here as they will print.'
                  : 'Create levels in the material editor.',
              )}
            </EmptyState>
          )}
        </div>
      </div>
    </div>
  )
}

type LevelContentsProps = { order: LevelOrder; level: Line; search: PrintSearch }

function LevelContents({ order, level, search }: LevelContentsProps) {
  const chapters = useQuery(read(material.chapters, { levelId: level.levelId }))
  if (chapters.data)
    return <ChapterChoice order={order} level={level} chapters={chapters.data} search={search} />
  return (
    <Frame order={order} search={search}>
      <QueryState query={chapters} of={t('the level')} lines={8} height="2.5rem" />
    </Frame>
  )
}

function ChapterChoice({ order, level, chapters, search }: LevelContentsProps & { chapters: Chapter[] }) {
  const all = useMemo(
    () => chapters.flatMap((chapter) => sectionsOf(level.name, chapter)),
    [chapters, level.name],
  )
  const sections = useMemo(() => chosenOf(all, search.of), [all, search.of])
  const printed = usePrinted(level.levelId, sections)
  const [sheets, setSheets] = useState<number | null>(null)
  const unfinished = printed.data?.reduce((sum, part) => sum + part.unfinished, 0) ?? 0
  const ready = sections.length > 0 && printed.data && sheets !== null && sheets > 0
  const facts = [
    ready && counted(sheets, 'sheet'),
    unfinished > 0 &&
      t('{questions} left out (not finished)', { questions: counted(unfinished, 'question') }),
  ]
  return (
    <Frame
      order={order}
      search={search}
      facts={facts.filter(Boolean).join(', ')}
      actions={
        <Button
          kind="primary"
          icon={<Printer aria-hidden />}
          reason={ready ? null : t('Choose what to print and wait for the preview.')}
          onClick={() => window.print()}
        >
          {t('Print')}
        </Button>
      }
      choice={
        <>
          <SectionsChoice key={level.levelId} chapters={chapters} all={all} chosen={sections} />
          <Options search={search} />
        </>
      }
    >
      {sections.length === 0 ? (
        <EmptyState icon={<Printer />} title={t('Choose sections or tests')}>
          {t('Check “Everything” to print all of {level}.', { level: level.name })}
        </EmptyState>
      ) : printed.data ? (
        <Sheets
          parts={printed.data}
          paper={search.paper ?? usualPaper(navigator.language)}
          space={search.space ?? 'normal'}
          hasKey={search.key !== false}
          onLaid={setSheets}
        />
      ) : printed.error ? (
        <ErrorState
          title={t('The questions couldn’t be loaded.')}
          message={sentenceFor(printed.error)}
          busy={printed.isFetching}
          onRetry={() => void printed.refetch()}
        />
      ) : (
        <div role="status">
          <ProgressBar label={t('Loading questions')} done={printed.done} of={printed.of} />
        </div>
      )}
    </Frame>
  )
}
