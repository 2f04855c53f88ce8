import { ActionIcon, Menu } from '@mantine/core'
import { Link } from '@tanstack/react-router'
import { EllipsisVertical } from 'lucide-react'
import { type KeyboardEvent, useContext } from 'react'
import { fullName } from '#shared/full-name.ts'
import { dayInWords } from '#shared/day-text.ts'
import type { Day } from '#shared/days.ts'
import { t } from '#shared/language.ts'
import { ReadOnly } from '#ui/read-only.ts'
import type { Card } from './api.ts'
import type { Action } from './ProspectActionSheet.tsx'
import { MoveItems } from './MoveMenu.tsx'
import { NextStep } from './NextStep.tsx'
import { type SetStage, stageBeside, trialFormSource, trialWords } from './stages.ts'
import { useCardDrag } from './use-card-drag.ts'
import type { ProspectPerson } from './use-prospect-change.ts'
import style from './Prospects.module.css'

export type CardProps = {
  centerId: string
  card: Card
  today: Day
  /** Sets a prospect's stage by hand; null makes the stage automatic again. */
  onMove: (whom: ProspectPerson, stage: SetStage | null) => void
  onAction: (whom: ProspectPerson, action: Action) => void
}

export const whomOf = (card: Card): ProspectPerson => ({
  id: card._id,
  firstName: card.firstName,
  lastName: card.lastName,
  prospect: card,
})

/** One prospect on the board: wanted programs, first day of the stage, and next step. */
export function BoardCard({ centerId, card, today, onMove, onAction }: CardProps) {
  const isReadOnly = useContext(ReadOnly) !== null
  const { element, isDragged } = useCardDrag<HTMLLIElement>(card)
  const { _id, stage, since, programs, source, trial, note, lostReason } = card
  const wanted = programs.map(({ name, level }) => level || t(name)).join(', ')
  const ended = stage === 'enrolled' || stage === 'lost'
  const go = (step: -1 | 1) => {
    const to = stageBeside(stage, step)
    if (to === 'enrolled') onAction(whomOf(card), 'enroll')
    else if (to !== undefined) onMove(whomOf(card), to)
  }
  return (
    <li
      ref={element}
      className={`${style.card} card stack gap-1 small breakable`}
      data-dragged={isDragged || undefined}
      data-fixed={stage === 'enrolled' || undefined}
    >
      <div className={`${style.cardHead} row middle apart`}>
        <Link
          to="/centers/$centerId/students/$studentId"
          params={{ centerId, studentId: _id }}
          className={`${style.name} inline-row middle bold ink target no-underline`}
          draggable={false}
          data-card={_id}
          aria-keyshortcuts={stage === 'enrolled' ? undefined : 'Shift+ArrowLeft Shift+ArrowRight'}
          onKeyDown={(event) => moveByKey(event, go)}
        >
          {fullName(card)}
        </Link>
        {stage !== 'enrolled' && !isReadOnly && <CardMenu card={card} onMove={onMove} onAction={onAction} />}
      </div>
      {wanted && <p>{wanted}</p>}
      <p className="quiet" data-figures>
        {t('Since {day}', { day: since === today ? t('today') : dayInWords(since) })}
      </p>
      {source === trialFormSource && !ended && <p className="quiet">{t('From the trial form')}</p>}
      {trial && stage !== 'enrolled' && <p data-figures>{trialWords(trial, today)}</p>}
      {stage === 'lost' && <p>{t(lostReason)}</p>}
      {!ended && <NextStep prospect={card} today={today} />}
      {note !== null && !ended && <p className={style.note}>{note}</p>}
    </li>
  )
}

function CardMenu({ card, onMove, onAction }: Pick<CardProps, 'card' | 'onMove' | 'onAction'>) {
  const whom = whomOf(card)
  return (
    <Menu position="bottom-end" withinPortal>
      <Menu.Target>
        <ActionIcon
          variant="subtle"
          color="secondary"
          size="var(--target)"
          aria-label={t('Actions for {name}', { name: fullName(card) })}
        >
          <EllipsisVertical size={18} aria-hidden />
        </ActionIcon>
      </Menu.Target>
      <Menu.Dropdown>
        <Menu.Item onClick={() => onAction(whom, 'step')}>{t('Next step')}</Menu.Item>
        <Menu.Item onClick={() => onAction(whom, 'trial')}>{t('Book a trial')}</Menu.Item>
        <Menu.Item onClick={() => onAction(whom, 'enroll')}>{t('Enroll')}</Menu.Item>
        <Menu.Divider />
        <MoveItems whom={whom} onMove={(stage) => onMove(whom, stage)} />
        <Menu.Divider />
        <Menu.Item color={card.stage === 'lost' ? undefined : 'error'} onClick={() => onAction(whom, 'lost')}>
          {t(card.stage === 'lost' ? 'Change reason' : 'Lost…')}
        </Menu.Item>
      </Menu.Dropdown>
    </Menu>
  )
}

const cardsIn = (column: Element | null | undefined) => [
  ...(column?.querySelectorAll<HTMLElement>('[data-card]') ?? []),
]

/** Returns the cards of the nearest non-empty column on one side. */
function cardsBeside(column: Element, step: -1 | 1) {
  const columns = [...(column.parentElement?.children ?? [])]
  const onward =
    step === 1
      ? columns.slice(columns.indexOf(column) + 1)
      : columns.slice(0, columns.indexOf(column)).toReversed()
  return onward.map(cardsIn).find((cards) => cards.length > 0) ?? []
}

/** Handles arrow keys, which move between cards and columns; Shift with left or right moves the card. */
function moveByKey(event: KeyboardEvent<HTMLElement>, move: (step: -1 | 1) => void) {
  const { key, shiftKey, currentTarget: card } = event
  const column = card.closest('[data-stage]')
  const side = key === 'ArrowLeft' ? -1 : key === 'ArrowRight' ? 1 : null
  const line = key === 'ArrowUp' ? -1 : key === 'ArrowDown' ? 1 : 0
  if (!column || (side === null && line === 0) || event.altKey || event.ctrlKey || event.metaKey) return
  event.preventDefault()
  if (side !== null && shiftKey) return move(side)
  const here = cardsIn(column)
  const there = side === null ? here : cardsBeside(column, side)
  const to = here.indexOf(card) + line
  there[side === null ? to : Math.min(to, there.length - 1)]?.focus()
}
