import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { centers } from '#features/centers/api.ts'
import { AssignActions } from '#features/practice/assigning/AssignActions.tsx'
import { useAssigning } from '#features/practice/assigning/use-assigning.ts'
import { fullName } from '#shared/full-name.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { DayField } from '#ui/DayField.tsx'
import { Form } from '#ui/Form.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { read, type ReadQuery } from '#web/api.ts'
import { SideSheet } from '#web/shell/SideSheet.tsx'
import type { NextHomework as Proposal, Section } from './api.ts'
import type { Reason } from './next.ts'
import style from './Skills.module.css'
import { useLeftOut, useProposals } from './use-proposals.ts'

type Proposals = { sections: Section[]; children: Proposal[] }

type NextHomeworkProps = {
  centerId: string
  /** Query for the proposals for a class or one child. */
  proposals: ReadQuery<Proposals>
  onClose: () => void
}

/** Labels of the reasons for a proposal. */
export const reasonWords: Record<Reason, string> = {
  review: 'to review',
  weak: 'not mastered yet',
  new: 'new',
}

/** Sheet in which staff can change and assign the homework proposed for each child. */
export function NextHomework({ centerId, proposals, onClose }: NextHomeworkProps) {
  const { seen, query } = useProposals(proposals)
  return (
    <SideSheet title={t('Proposed homework')} onClose={onClose}>
      {seen ? (
        <ProposalForm centerId={centerId} {...seen} onClose={onClose} />
      ) : (
        <QueryState query={query} of={t('the proposals')} lines={6} height="3rem" />
      )}
    </SideSheet>
  )
}

function ProposalForm({
  centerId,
  sections,
  children: proposed,
  onClose,
}: Proposals & Pick<NextHomeworkProps, 'centerId' | 'onClose'>) {
  const { isLeftOut, toggle } = useLeftOut()
  const [dueOn, setDueOn] = useState('')
  const { data: center } = useQuery(read(centers.one, { centerId }))
  const { progress, busy, assign } = useAssigning()
  const chosen = ({ _id: child, next }: Proposal) =>
    next.filter(({ sectionId }) => !isLeftOut(child, sectionId))
  const refused = progress?.refusals.map(({ student }) => student._id)
  const open = proposed.filter(
    (child) => chosen(child).length > 0 && (busy || !refused || refused.includes(child._id)),
  )
  const send = async () => {
    const itemFor = (child: Proposal) => ({
      kind: 'homework' as const,
      levelId: null,
      chapterNum: null,
      sections: chosen(child).map(({ sectionId }) => sectionId),
      halfSections: chosen(child)
        .filter(({ isHalf }) => isHalf)
        .map(({ sectionId }) => sectionId),
    })
    const stillRefused = await assign(open, itemFor, { name: undefined, dueOn: dueOn || null, minutes: null })
    if (stillRefused.length === 0) onClose()
  }
  return (
    <Form className="stack gap-4" onSubmit={() => !busy && open.length > 0 && void send()}>
      <p className="quiet">
        {t(
          'Sections due for review, sections not mastered yet and new ones are proposed in turn. Some sections being reviewed include only half of their questions, so that more sections fit. Uncheck anything that a student shouldn’t get.',
        )}
      </p>
      {proposed.map((child) => (
        <ChildProposal
          key={child._id}
          child={child}
          sections={sections}
          isLeftOut={isLeftOut}
          onToggle={toggle}
        />
      ))}
      <DayField label={t('Due')} required={false} min={center?.today} value={dueOn} onChange={setDueOn} />
      <AssignActions progress={progress} busy={busy} count={open.length} onClose={onClose} />
    </Form>
  )
}

type ChildProposalProps = {
  child: Proposal
  sections: readonly Section[]
  isLeftOut: (child: string, section: string) => boolean
  onToggle: (child: string, section: string) => void
}

function ChildProposal({ child, sections, isLeftOut, onToggle }: ChildProposalProps) {
  const name = fullName(child)
  const hasLevels = new Set(sections.map(({ levelId }) => levelId)).size > 1
  return (
    <fieldset className={`${style.proposal} stack gap-1`}>
      <legend className="bold">{name}</legend>
      {child.next.length === 0 && <p className="quiet">{t('Nothing to propose right now.')}</p>}
      {child.next.map(({ sectionId, why, isHalf, questions }) => {
        const section = sections.find(({ _id }) => _id === sectionId)
        return (
          <label key={sectionId} className="row middle gap-2 target">
            <input
              type="checkbox"
              checked={!isLeftOut(child._id, sectionId)}
              onChange={() => onToggle(child._id, sectionId)}
            />
            <span>
              {section &&
                `${hasLevels ? `${section.level} · ` : ''}${section.chapterNum}.${section.num} ${section.name}`}{' '}
              <span className="quiet">
                · {t(reasonWords[why])},{' '}
                {isHalf
                  ? t('half: {questions}', { questions: counted(questions, 'question') })
                  : counted(questions, 'question')}
              </span>
            </span>
          </label>
        )
      })}
    </fieldset>
  )
}
