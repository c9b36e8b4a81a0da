// For tests only: does not compile.
export function call(): void {
  nowhere();
}
