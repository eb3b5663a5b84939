return live(nil)
