import { Menu } from '@mantine/core'
import { CircleCheck, CircleDot, Copy, GripVertical, Lightbulb, ListOrdered, Plus } from 'lucide-react'
import { type KeyboardEvent, memo } from 'react'
import type { QuestionLine } from '../api.ts'
import { t, translateSentence } from '#shared/language.ts'
import type { Figures } from '../figures/api.ts'
import { flagWords } from '../figures/flags.ts'
import { solutionOf, wordsOf } from '../rules.ts'
import { counted, percent } from '#shared/text.ts'
import { Content } from '#ui/Content.tsx'
import { RowMenu } from '#ui/RowMenu.tsx'
import { useRowDrag } from '#web/use-row-drag.ts'
import { ReviewNote } from '../review/ReviewNote.tsx'
import { QuestionLink } from './QuestionLink.tsx'
import type { SectionPlace } from './question-pages.ts'
import { StatusMark } from '#features/material/StatusMark.tsx'
import style from './QuestionList.module.css'

export type Action =
  | { what: 'choose'; id: string; far: boolean }
  | { what: 'step'; id: string; by: -1 | 1 }
  | { what: 'put'; id: string; behind: number }
  | { what: 'edit' | 'add' | 'clone' | 'move' | 'drop' | 'success' | 'warn'; question: QuestionLine }

type QuestionRowProps = {
  place: SectionPlace
  question: QuestionLine
  figures: Figures | undefined
  isChosen: boolean
  act: (action: Action) => void
}

/** Row of a question with its key, status and actions. */
export const QuestionRow = memo(function QuestionRow({
  place,
  question,
  figures,
  isChosen,
  act,
}: QuestionRowProps) {
  const { _id: id, num, answers, hintSteps, status } = question
  const { row, handle, isDragged, edge } = useRowDrag<HTMLLIElement>({
    list: 'questions',
    id,
    drop: (dragged, where) => act({ what: 'put', id: dragged, behind: where === 'below' ? num : num - 1 }),
  })
  return (
    <li
      ref={row}
      className={`${style.row} grid top gap-2`}
      id={`question-${num}`}
      data-chosen={isChosen || undefined}
      data-dragged={isDragged || undefined}
      data-edge={edge ?? undefined}
    >
      <span ref={handle} className={style.handle} aria-hidden>
        <GripVertical size={16} />
      </span>
      <input
        type="checkbox"
        className={style.box}
        aria-label={t('Select question {num}', { num })}
        checked={isChosen}
        onChange={({ nativeEvent }) =>
          act({ what: 'choose', id, far: nativeEvent instanceof MouseEvent && nativeEvent.shiftKey })
        }
      />
      <QuestionLink
        place={place}
        id={id}
        className={`${style.num} quiet no-underline`}
        aria-keyshortcuts="Alt+ArrowUp Alt+ArrowDown"
        onKeyDown={(event) => handleKey(event, (by) => act({ what: 'step', id, by }))}
      >
        <span className="visually-hidden">{t('Question')} </span>
        {num}
      </QuestionLink>
      <QuestionText question={question} figures={figures} />
      <span className={`${style.key} bold breakable`} data-figures>
        <span className="visually-hidden">{t('Key')} </span>
        {wordsOf(solutionOf(answers))}
      </span>
      <span className="inline-row middle gap-1 quiet nowrap" data-figures>
        {hintSteps > 0 && (
          <>
            <Lightbulb size={16} aria-hidden /> {counted(hintSteps, 'step')}
          </>
        )}
      </span>
      <StatusMark status={status} />
      <Actions question={question} act={act} />
    </li>
  )
})

/** Instructions and text of the question, its first problem, the reviewer's note, and statistics. */
function QuestionText({
  question: { instructions, rendered, faults, note },
  figures,
}: Pick<QuestionRowProps, 'question' | 'figures'>) {
  return (
    <div className={style.text}>
      {instructions && (
        <div className={style.instructions}>
          <Content nodes={rendered.texts[instructions] ?? [instructions]} />
        </div>
      )}
      <Content nodes={rendered.content} />
      {faults[0] && (
        <p className={`${style.fault} small error-text`}>
          {translateSentence(faults[0])}{' '}
          {faults.length > 1 && t('And {mores}.', { mores: counted(faults.length - 1, 'more problem') })}
        </p>
      )}
      <ReviewNote note={note} />
      {figures && (
        <p className="small quiet" data-figures>
          {t('{answers}, {percent} right on first try', {
            answers: counted(figures.answers, 'answer'),
            percent: percent(figures.rightFirst / figures.answers),
          })}
          {figures.flag && <strong className="warn-text"> · {t(flagWords[figures.flag].short)}</strong>}
        </p>
      )}
    </div>
  )
}

function Actions({ question, act }: Pick<QuestionRowProps, 'question' | 'act'>) {
  const { num, status } = question
  return (
    <RowMenu
      of={t('question {num}', { num })}
      change={{ label: t('Edit'), onClick: () => act({ what: 'edit', question }) }}
      onDrop={() => act({ what: 'drop', question })}
    >
      <Menu.Item leftSection={<Plus size={16} aria-hidden />} onClick={() => act({ what: 'add', question })}>
        {t('New question after this one')}
      </Menu.Item>
      <Menu.Item
        leftSection={<Copy size={16} aria-hidden />}
        onClick={() => act({ what: 'clone', question })}
      >
        {t('Duplicate')}
      </Menu.Item>
      <Menu.Item
        leftSection={<ListOrdered size={16} aria-hidden />}
        onClick={() => act({ what: 'move', question })}
      >
        {t('Move to…')}
      </Menu.Item>
      {status === 'warn' && (
        <Menu.Item
          leftSection={<CircleCheck size={16} aria-hidden />}
          onClick={() => act({ what: 'success', question })}
        >
          {t('Done')}
        </Menu.Item>
      )}
      {status === 'success' && (
        <Menu.Item
          leftSection={<CircleDot size={16} aria-hidden />}
          onClick={() => act({ what: 'warn', question })}
        >
          {t('Needs review')}
        </Menu.Item>
      )}
    </RowMenu>
  )
}

/** Handles arrow keys: with Alt, they move the question; alone, they go to the next or previous one. */
function handleKey(event: KeyboardEvent<HTMLElement>, move: (by: -1 | 1) => void) {
  const by = event.key === 'ArrowUp' ? -1 : event.key === 'ArrowDown' ? 1 : null
  if (by === null || event.ctrlKey || event.metaKey || event.shiftKey) return
  event.preventDefault()
  if (event.altKey) return move(by)
  const row = event.currentTarget.closest('li')
  const beside = by === 1 ? row?.nextElementSibling : row?.previousElementSibling
  beside?.querySelector<HTMLElement>('[data-question]')?.focus()
}
