import { Checkbox, TagsInput } from '@mantine/core'
import type { FormProps, KeyOf } from '../../editing/answers/KindForm.tsx'
import { Field } from '#ui/Field.tsx'
import { TextList } from '../../editing/answers/TextList.tsx'

/** A sentence, typed or put together from words: what is right, and what counts. */
export function SentenceForm({ answers, set }: FormProps<'sentence'>) {
  const change = (part: Partial<KeyOf<'sentence'>>) => set({ answers: { ...answers, ...part } })
  const { value, hasAlias = [], caseSensitive = false, punctuation = false, words } = answers
  const wordsIn = value.split(/\s+/).filter((word) => word !== '')
  return (
    <>
      <Field label="Right sentence">
        {(wiring) => (
          <textarea
            {...wiring}
            rows={2}
            maxLength={500}
            spellCheck
            value={value}
            onChange={({ target }) => change({ value: target.value })}
          />
        )}
      </Field>
      <TextList
        label="Also right"
        add="Another right sentence"
        texts={hasAlias}
        most={20}
        maxLength={500}
        onChange={(next) => change({ hasAlias: next })}
      />
      <Checkbox
        label="Capital and small letters count"
        checked={caseSensitive}
        onChange={({ target }) => change({ caseSensitive: target.checked })}
      />
      <Checkbox label="Punctuation counts" checked={punctuation} onChange={({ target }) => change({ punctuation: target.checked })} />
      <Checkbox
        label="Put together from words instead of typed"
        checked={words !== undefined}
        onChange={({ target }) => change({ words: target.checked ? wordsIn : undefined })}
      />
      {words && (
        <TagsInput
          label="Words to choose from"
          description="Some may be too many. Enter adds a word."
          allowDuplicates
          maxTags={40}
          splitChars={[',']}
          value={words}
          onChange={(next) => change({ words: next })}
        />
      )}
    </>
  )
}
