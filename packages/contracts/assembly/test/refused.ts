// For tests only: compiles to two parts that no node takes, a start section and a float.
let size: f64 = 1.5;
size = size * <f64>memory.size();

export function call(): void {
  size = sqrt(size);
}
