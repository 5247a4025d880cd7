/** Whether the small form for registering is open: it leaves the page beneath it as it is. */

let open = $state(false);

export const signingUp = {
  get open() {
    return open;
  },
  begin(): void {
    open = true;
  },
  end(): void {
    open = false;
  },
};
