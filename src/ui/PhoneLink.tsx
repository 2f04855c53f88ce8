import { usePhoneInWords } from './use-phone.ts'

/** A phone number that calls when it is tapped. */
export const PhoneLink = ({ phone }: { phone: string }) => (
  <a href={`tel:${phone}`} className="nowrap">
    {usePhoneInWords(phone)}
  </a>
)
