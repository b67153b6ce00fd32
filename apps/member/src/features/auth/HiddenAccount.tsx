/** Password managers look for the account beside the password; the member does not see it here. */
export const HiddenAccount = ({ account }: { readonly account: string }) => (
  <input
    className="visually-hidden"
    autoComplete="username"
    value={account}
    readOnly
    tabIndex={-1}
    aria-hidden="true"
  />
)
