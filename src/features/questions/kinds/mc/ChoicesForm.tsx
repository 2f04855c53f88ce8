import { Checkbox } from '@mantine/core'
import type { AnswerKey } from '#features/questions/rules.ts'
import { OptionsList } from '../../editing/answers/OptionsList.tsx'

type Choices = Extract<AnswerKey, { kind: 'mc' }>

/** Multiple choice: what there is to choose from, what is right, and whether each choice counts. */
export function ChoicesForm({ answers, set }: { answers: Choices; set: (next: Choices) => void }) {
  return (
    <>
      <OptionsList
        list="choices"
        each="Choice"
        options={answers.choices}
        right={answers.correct}
        many
        most={10}
        maxLength={500}
        onChange={(choices, correct) => set({ ...answers, choices, correct })}
      />
      <Checkbox
        label="Each choice counts for itself: a wrong one takes a right one away"
        checked={answers.perChoice ?? false}
        onChange={({ target }) => set({ ...answers, perChoice: target.checked })}
      />
    </>
  )
}
