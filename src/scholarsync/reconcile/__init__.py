"""Which records are one work: block, compare, judge, cluster, choose."""
