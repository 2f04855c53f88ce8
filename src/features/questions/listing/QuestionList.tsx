import { useQuery } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { SearchX } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import { DropDialog } from '#features/material/DropDialog.tsx'
import { useMaterialChange } from '#features/material/use-material-change.ts'
import { questions, type QuestionLine } from '../api.ts'
import { questionStatus } from '#features/material/rules.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { More } from '#ui/More.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { call, read, useSend } from '#web/api.ts'
import { toast } from '#web/toast.tsx'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { useGradualCount } from '#ui/use-gradual-count.ts'
import { figures } from '../figures/api.ts'
import { ChosenBar } from './ChosenBar.tsx'
import { ListBar } from './ListBar.tsx'
import { MoveDialog } from './MoveDialog.tsx'
import { type Action, QuestionRow } from './QuestionRow.tsx'
import { paramsOf, questionPages, type SectionPlace } from './question-pages.ts'
import { useArranging } from './use-arranging.ts'
import { useSelection } from './use-selection.ts'
import { useLatest } from './use-latest.ts'
import { type Filter, listKey, useQuestions } from './use-questions.ts'
import style from './QuestionList.module.css'

type QuestionListProps = { place: SectionPlace; filter: Filter }

const Loading = () => <Skeleton label={t('Loading questions')} lines={6} height="4rem" />

/**
 * List of a section's questions. Loads a hundred at a time as the user scrolls, and lays out only the visible
 * ones.
 */
export function QuestionList({ place, filter }: QuestionListProps) {
  const query = useQuestions(place, filter)
  const {
    lines,
    of,
    error,
    hasNextPage,
    isFetching,
    isFetchNextPageError,
    isPlaceholderData,
    fetchNextPage,
    refetch,
  } = query
  if (!lines && error)
    return (
      <ErrorState
        title={t('The questions couldn’t be loaded.')}
        message={sentenceFor(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  if (!lines || !of) return <Loading />
  const isWhole = !isPlaceholderData && !filter.status && !filter.find && !hasNextPage
  return (
    <>
      <ListBar filter={filter} of={of} />
      {lines.length > 0 ? (
        <Rows place={place} filter={filter} lines={lines} isWhole={isWhole} busy={isPlaceholderData} />
      ) : isPlaceholderData ? (
        // The empty result of the previous search must not be shown for the current one.
        <Loading />
      ) : (
        <NoMatches filter={filter} />
      )}
      {hasNextPage && (
        <More busy={isFetching} failed={isFetchNextPageError} onMore={() => void fetchNextPage()} />
      )}
    </>
  )
}

function NoMatches({ filter: { status, find } }: { filter: Filter }) {
  return (
    <EmptyState
      icon={<SearchX />}
      title={find ? t('No questions found for “{find}”', { find }) : t('No questions')}
    >
      {status
        ? t('Only questions with the status “{words}” are shown.', { words: t(questionStatus[status]) })
        : t('Try part of the text, or a number.')}
    </EmptyState>
  )
}

type OpenDialog = { action: 'move' | 'drop'; lines: QuestionLine[] }

/** Number of questions that fit on a screen. */
const firstScreen = 20

type RowsProps = QuestionListProps & {
  lines: QuestionLine[]
  isWhole: boolean
  /** True while other questions are being loaded. */
  busy: boolean
}

function Rows({ place, filter, lines, isWhole, busy }: RowsProps) {
  const drawn = useGradualCount(lines.length, { first: firstScreen, step: firstScreen })
  const { chosen, chosenIds, choose, chooseAll, clear } = useSelection(lines)
  const { arrange, step, isPending } = useArranging(listKey(place, filter), { isWhole })
  const [open, setOpen] = useState<OpenDialog | null>(null)
  const list = useMovedFocus()
  const once = useOnce(place)
  const answered = useFigures(place)
  /**
   * Returns the questions that an action on a row applies to: all selected ones if the row is among them,
   * otherwise just the row.
   */
  const those = (id: string) =>
    chosen.some(({ _id }) => _id === id) ? chosen : lines.filter(({ _id }) => _id === id)
  const idsOf = (all: readonly QuestionLine[]) => all.map(({ _id }) => _id)
  const act = useLatest((action: Action) => {
    if (action.what === 'choose') choose(action.id, action)
    else if (action.what === 'step') step(action.id, action.by)
    else if (action.what === 'put') arrange({ ids: idsOf(those(action.id)), behind: action.behind })
    else if (action.what === 'move' || action.what === 'drop')
      setOpen({ action: action.what, lines: [action.question] })
    else if (action.what === 'success' || action.what === 'warn')
      arrange({ ids: [action.question._id], status: action.what })
    else once[action.what](action.question)
  })
  const all = chosen.length > 0 && chosen.length === lines.length
  return (
    <>
      <label className={`${style.all} inline-row middle gap-2 quiet target`}>
        <input type="checkbox" checked={all} onChange={all ? clear : chooseAll} />{' '}
        {t('Select all {count} shown', { count: lines.length.toLocaleString('en') })}
      </label>
      <ol ref={list} className={`${style.list} card`} aria-label={t('Questions')} aria-busy={busy}>
        {lines.slice(0, drawn).map((question) => (
          <QuestionRow
            key={question._id}
            place={place}
            question={question}
            figures={answered.get(question._id)}
            isChosen={chosenIds.has(question._id)}
            act={act}
          />
        ))}
      </ol>
      {chosen.length > 0 && (
        <ChosenBar
          count={chosen.length}
          busy={isPending}
          onStatus={(status) => arrange({ ids: idsOf(chosen), status })}
          onMove={() => setOpen({ action: 'move', lines: chosen })}
          onDrop={() => setOpen({ action: 'drop', lines: chosen })}
          onClear={clear}
        />
      )}
      {open?.action === 'move' && (
        <MoveDialog
          lines={open.lines}
          onMove={(behind) => arrange({ ids: idsOf(open.lines), behind })}
          onClose={() => setOpen(null)}
        />
      )}
      {open?.action === 'drop' && <DeleteDialog lines={open.lines} onClose={() => setOpen(null)} />}
    </>
  )
}

/** Returns statistics about the section's questions, by question id. The list doesn't wait for them. */
function useFigures({ levelId: level, chapterNum, sectionNum: section, test }: SectionPlace) {
  const { data } = useQuery(
    read(figures.ofSection, { level, section, [test ? 'test' : 'chapter']: chapterNum }),
  )
  return useMemo(() => new Map(data?.map((each) => [each.questionId, each])), [data])
}

/** Returns actions on a single question that need no confirmation. */
function useOnce(place: SectionPlace) {
  const navigate = useNavigate()
  const changed = useMaterialChange()
  const copy = useSend(questions.clone, {
    onSuccess: ({ num }) => {
      toast(t('Copied as question {num}.', { num }))
      return changed()
    },
  })
  const go = (quesId: string, behind?: number) =>
    void navigate({
      to: questionPages[place.test ? 'test' : 'chapter'],
      params: { ...paramsOf(place), quesId },
      search: { behind },
    })
  return {
    edit: ({ _id }: QuestionLine) => go(_id),
    add: ({ num }: QuestionLine) => go('new', num),
    clone: ({ _id }: QuestionLine) => copy.mutate({ id: _id }),
  }
}

/** Restores the focus of a moved row, which is lost when the row is reinserted into the page. */
function useMovedFocus() {
  const list = useRef<HTMLOListElement>(null)
  const last = useRef<HTMLElement | null>(null)
  useEffect(() => {
    const remember = () => {
      last.current = document.activeElement instanceof HTMLElement ? document.activeElement : null
    }
    const element = list.current
    element?.addEventListener('focusin', remember)
    return () => element?.removeEventListener('focusin', remember)
  }, [])
  useEffect(() => {
    if (document.activeElement === document.body && last.current?.isConnected) last.current.focus()
  })
  return list
}

/** Dialog that deletes questions one by one and reports how many can't be deleted. */
function DeleteDialog({ lines, onClose }: { lines: QuestionLine[]; onClose: () => void }) {
  const [one] = lines
  const drop = async () => {
    const outcomes = []
    for (const { _id } of lines) outcomes.push(await Promise.allSettled([call(questions.drop, { id: _id })]))
    const dropped = outcomes.flat().flatMap((each) => (each.status === 'fulfilled' ? [each.value] : []))
    const [refused] = outcomes.flat().filter((each) => each.status === 'rejected')
    if (dropped.length === 0 && refused) throw refused.reason
    return dropped
  }
  const wordsFor = (count: number) =>
    count < lines.length
      ? t('{questions} deleted. {num} can’t be deleted because of work that students have started.', {
          questions: counted(count, 'question'),
          num: lines.length - count,
        })
      : count === 1
        ? t('Deleted.')
        : t('{questions} deleted.', { questions: counted(count, 'question') })
  return (
    <DropDialog
      itemName={
        lines.length === 1 && one ? t('question {num}', { num: one.num }) : counted(lines.length, 'question')
      }
      drop={drop}
      message={wordsFor}
      onClose={onClose}
    >
      {t('The other questions keep their numbers.')}
    </DropDialog>
  )
}
