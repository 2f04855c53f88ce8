import { useDebouncedValue } from '@mantine/hooks'
import { keepPreviousData, useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { Lightbulb, LightbulbOff, Pencil } from 'lucide-react'
import { useState } from 'react'
import { type Hint, hints } from '#features/material/hints/api.ts'
import { counted } from '#shared/text.ts'
import { t } from '#shared/language.ts'
import { Sentence } from '#ui/Sentence.tsx'
import { QueryState } from '#ui/QueryState.tsx'
import { SearchSelect } from '#ui/SearchSelect.tsx'
import { Button } from '#ui/Button.tsx'
import { read } from '#web/api.ts'
import { may, useMe } from '#web/session.tsx'
import { storedDraft } from '../editing/use-stored-edit.ts'
import { HintSheet } from './HintSheet.tsx'
import { ShownSteps } from './ShownSteps.tsx'

type HintChoiceProps = {
  /** Name under which the question's unsaved input is stored. */
  draftName: string
  /** Id of the question's hint. */
  hint: string | null
  /** Number of steps. Users who may not manage hints see only this number. */
  steps: number
  onChange: (hint: string | null) => void
}

/** Field for a question's hint, which is either shared with other questions or belongs only to this one. */
export function HintChoice({ draftName, hint, steps, onChange }: HintChoiceProps) {
  const mayManage = may(useMe(), 'hints.manage')
  const name = `${draftName}:hint:${hint ?? 'new'}`
  // Reopens a sheet that has unsaved input, for example from before the session ended.
  const [isWriting, setIsWriting] = useState(() => storedDraft(name) !== null)
  const { data, error, refetch } = useQuery({
    ...read(hints.one, { id: hint ?? '' }),
    enabled: mayManage && hint !== null,
  })
  if (!mayManage)
    return (
      <p className="quiet">
        {hint
          ? t('{steps}. Only editors can change hints.', { steps: counted(steps, 'step') })
          : t('No hint. Only editors can add hints.')}
      </p>
    )
  return (
    <>
      {hint === null ? (
        <>
          <SharedHints onChoose={onChange} />
          <div>
            <Button icon={<Lightbulb aria-hidden />} onClick={() => setIsWriting(true)}>
              {t('Write a hint')}
            </Button>
          </div>
        </>
      ) : data ? (
        <ChosenHint hint={data} onChange={() => setIsWriting(true)} onDrop={() => onChange(null)} />
      ) : (
        <QueryState query={{ error, refetch }} of={t('the hint')} lines={2} height="2rem" />
      )}
      {isWriting && (hint === null || data) && (
        <HintSheet
          draftName={name}
          hint={hint === null ? null : (data ?? null)}
          onStored={({ _id }) => {
            onChange(_id)
            setIsWriting(false)
          }}
          onClose={() => setIsWriting(false)}
        />
      )}
    </>
  )
}

function ChosenHint({ hint, onChange, onDrop }: { hint: Hint; onChange: () => void; onDrop: () => void }) {
  const { _id, name, steps, questions } = hint
  return (
    <>
      {name !== '' && (
        <p className="quiet">
          <Sentence
            text="{name}, shared by {questions}"
            name={
              <Link to="/material-editor/hints/$hintId" params={{ hintId: _id }}>
                {name}
              </Link>
            }
            questions={counted(questions, 'question')}
          />
        </p>
      )}
      <ShownSteps steps={steps} />
      <div className="cluster gap-2">
        <Button icon={<Pencil aria-hidden />} onClick={onChange}>
          {t('Edit hint')}
        </Button>
        <Button icon={<LightbulbOff aria-hidden />} onClick={onDrop}>
          {t('Remove hint')}
        </Button>
      </div>
    </>
  )
}

const pauseMs = 250

/** Field for finding a shared hint by its name or the text of a step, and choosing it. */
function SharedHints({ onChoose }: { onChoose: (hint: string) => void }) {
  const [text, setText] = useState('')
  const [search] = useDebouncedValue(text.trim(), pauseMs)
  const hintsRead = read(hints.list, { search: search || undefined })
  const { data, isPending, isPlaceholderData } = useQuery({ ...hintsRead, placeholderData: keepPreviousData })
  const isLate = isPending || isPlaceholderData || search !== text.trim()
  const options =
    data?.hints.map(({ _id, name, steps }) => ({
      value: _id,
      label: `${name} (${counted(steps, 'step')})`,
    })) ?? []
  return (
    <SearchSelect
      label={t('Shared hint')}
      placeholder={
        isPending
          ? t('Loading the hints')
          : t(options.length === 0 && search === '' && !isLate ? 'No shared hints yet' : 'Name or step')
      }
      data={options}
      value={null}
      onChange={(hint) => hint && onChoose(hint)}
      // The server does the searching, because it also searches the text of the steps.
      onType={setText}
      late={isLate}
      nothingFound={t(isLate ? 'Searching' : 'No hints found')}
      maxDropdownHeight={280}
    />
  )
}
