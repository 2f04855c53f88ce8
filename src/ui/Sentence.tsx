import { Fragment, type ReactNode } from 'react'
import { reader } from '#shared/language.ts'

type SentenceProps = Record<string, ReactNode> & { text: string }

/**
 * A sentence in the reader's language with elements in place of its placeholders, as in `Log in as {name}.`.
 */
export const Sentence = ({ text, ...values }: SentenceProps) =>
  (reader().catalog[text] ?? text)
    .split(/\{(\w+)\}/)
    .map((part, at) => <Fragment key={part + String(at)}>{at % 2 ? values[part] : part}</Fragment>)
