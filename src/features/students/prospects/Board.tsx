import { useQuery } from '@tanstack/react-query'
import { UserSearch } from 'lucide-react'
import { useEffect, useRef, useState } from 'react'
import type { OutputOf } from '#shared/contract.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { EmptyState } from '#ui/EmptyState.tsx'
import { ErrorState } from '#ui/ErrorState.tsx'
import { Field } from '#ui/Field.tsx'
import { Skeleton } from '#ui/Skeleton.tsx'
import { read } from '#web/api.ts'
import { keepPrevious } from '#web/placeholder-data.ts'
import { useLive } from '#web/live.ts'
import { sentenceFor } from '#ui/failure-sentence.ts'
import { type Card, type SourceFigures, prospects } from './api.ts'
import { BoardCard, type CardProps, whomOf } from './BoardCard.tsx'
import { type Action, type EnrollSheet, ProspectActionSheet } from './ProspectActionSheet.tsx'
import { allStages, type SetStage, type Stage, stageWords } from './stages.ts'
import { useCardDrop } from './use-card-drag.ts'
import { useMove, type ProspectPerson } from './use-prospect-change.ts'
import style from './Prospects.module.css'

type BoardData = OutputOf<typeof prospects.board>

/**
 * A center's prospects by stage. Cards are moved by menu, with Shift and an arrow key, or by dragging.
 * Enrolling asks for a class, and marking as lost asks for a reason.
 */
export function Board({
  centerId,
  search,
  EnrollSheet,
}: {
  centerId: string
  search: string
  EnrollSheet: EnrollSheet
}) {
  const { data, error, isFetching, isPlaceholderData, refetch } = useQuery({
    ...read(prospects.board, { centerId, search }),
    placeholderData: keepPrevious({ centerId }),
  })
  useLive(`center:${centerId}`, ['work', 'schedule', 'attendance'], [prospects.board])
  if (!data && error)
    return (
      <ErrorState
        title={t('The prospects couldn’t be loaded.')}
        message={sentenceFor(error)}
        busy={isFetching}
        onRetry={() => void refetch()}
      />
    )
  const isEmpty = data?.stages.every(({ count }) => count === 0)
  // An empty result of the previous search doesn't mean that the new one is empty.
  if (!data || (isPlaceholderData && isEmpty))
    return <Skeleton label={t('Loading the prospects')} lines={6} height="4rem" />
  if (search && isEmpty)
    return (
      <EmptyState icon={<UserSearch />} title={t('No results for “{search}”', { search })}>
        {t('Search by any part of a name, a student number, or a parent’s name, email or phone.')}
      </EmptyState>
    )
  return <Stages centerId={centerId} board={data} busy={isPlaceholderData} EnrollSheet={EnrollSheet} />
}

const cardOf = (id: string) => document.querySelector<HTMLElement>(`[data-card="${id}"]`)

type StagesProps = {
  centerId: string
  board: BoardData
  /** True while earlier results are shown, so the counts aren't known yet. */
  busy: boolean
  EnrollSheet: EnrollSheet
}

function Stages({ centerId, board: { today, stages, figures, sources }, busy, EnrollSheet }: StagesProps) {
  const [open, setOpen] = useState<{ whom: ProspectPerson; action: Action } | null>(null)
  const [shown, setShown] = useState<Stage>(stages.find(({ count }) => count > 0)?.stage ?? 'enquiry')
  const send = useMove(centerId)
  const moved = useRef<{ id: string; from: Element | null } | null>(null)
  // A moved card is a different element in its new column. It gets the focus once the menu that moved it has
  // closed.
  useEffect(() => {
    if (!moved.current) return
    const frame = requestAnimationFrame(() => {
      const { activeElement } = document
      const card = moved.current && cardOf(moved.current.id)
      if (!card || card === moved.current?.from) return
      moved.current = null
      if (activeElement === document.body || activeElement?.closest('[role="menu"]')) card.focus()
    })
    return () => cancelAnimationFrame(frame)
  })
  const move = (whom: ProspectPerson, stage: SetStage | null) => {
    moved.current = { id: whom.id, from: cardOf(whom.id) }
    send(whom, stage)
  }
  const drop = (stage: Stage) => (card: Card) => {
    if (stage === 'enrolled') setOpen({ whom: whomOf(card), action: 'enroll' })
    else if (stage === 'lost') setOpen({ whom: whomOf(card), action: 'lost' })
    else move(whomOf(card), stage)
  }
  return (
    <>
      <Figures figures={figures} sources={sources} />
      <div className={style.picker}>
        <Field label={t('Stage')}>
          {(wiring) => (
            <select
              {...wiring}
              value={shown}
              onChange={({ target }) => setShown(allStages.find((each) => each === target.value) ?? shown)}
            >
              {stages.map(({ stage, count }) => (
                <option key={stage} value={stage}>
                  {busy ? t(stageWords[stage]) : `${t(stageWords[stage])} (${count})`}
                </option>
              ))}
            </select>
          )}
        </Field>
      </div>
      <div className={`${style.board} grid gap-2`} aria-busy={busy}>
        {stages.map((column) => (
          <Column
            key={column.stage}
            column={column}
            isShown={column.stage === shown}
            busy={busy}
            onDrop={drop(column.stage)}
            rest={{ centerId, today, onMove: move, onAction: (whom, action) => setOpen({ whom, action }) }}
          />
        ))}
      </div>
      {open && (
        <ProspectActionSheet
          centerId={centerId}
          {...open}
          EnrollSheet={EnrollSheet}
          onClose={() => setOpen(null)}
        />
      )}
    </>
  )
}

type ColumnProps = {
  column: BoardData['stages'][number]
  /** True if this stage is the one that a narrow screen shows. */
  isShown: boolean
  busy: boolean
  onDrop: (card: Card) => void
  rest: Omit<CardProps, 'card'>
}

function Column({ column: { stage, count, prospects: cards }, isShown, busy, onDrop, rest }: ColumnProps) {
  const { element, isOver } = useCardDrop<HTMLElement>(stage, onDrop)
  const label = t(stageWords[stage])
  return (
    <section
      ref={element}
      className={`${style.column} stack gap-2 pad-2 rounded`}
      aria-label={busy ? label : `${label}, ${count}`}
      data-stage={stage}
      data-shown={isShown || undefined}
      data-over={isOver || undefined}
    >
      <h2>
        {label} <span data-figures>{!busy && count}</span>
      </h2>
      {cards.length === 0 ? (
        !busy && <p className="quiet">{t('Nobody')}</p>
      ) : (
        <ul>
          {cards.map((card) => (
            <BoardCard key={card._id} card={card} {...rest} />
          ))}
        </ul>
      )}
      {!busy && count > cards.length && (
        <p className="quiet">
          {t('{mores} in the list', { mores: counted(count - cards.length, 'more prospect') })}
        </p>
      )}
    </section>
  )
}

function Figures({
  figures: { trials, came, enrolled, days },
  sources,
}: Pick<BoardData, 'figures' | 'sources'>) {
  return (
    <div className={`${style.figures} card cluster apart pad-3-4`}>
      <dl>
        <div>
          <dt>{t('Came to their trial')}</dt>
          <dd data-figures>
            {trials === 0 ? t('No trials yet') : t('{came} of {trials}', { came, trials })}
          </dd>
        </div>
        <div>
          <dt>{t('Enrolled')}</dt>
          <dd data-figures>{enrolled}</dd>
        </div>
        <div>
          <dt>{t('Median days from inquiry to enrollment')}</dt>
          <dd data-figures>{days === null ? t('None yet') : Math.round(days)}</dd>
        </div>
      </dl>
      <p className="quiet">{t('Last 90 days')}</p>
      {sources.length > 0 && <Sources sources={sources} />}
    </div>
  )
}

function Sources({ sources }: { sources: readonly SourceFigures[] }) {
  return (
    <details className={style.sources}>
      <summary>{t('How they heard about us')}</summary>
      <table>
        <thead>
          <tr>
            <th scope="col">{t('Heard about us from')}</th>
            <th scope="col">{t('Inquiries')}</th>
            <th scope="col">{t('Enrolled')}</th>
          </tr>
        </thead>
        <tbody>
          {sources.map(({ source, asked, enrolled }) => (
            <tr key={source}>
              <th scope="row">{t(source || 'Unknown')}</th>
              <td data-figures>{asked}</td>
              <td data-figures>{enrolled}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </details>
  )
}
